import Glibc
import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Signals, resizing and hang-ups.
extension InteractiveSessionTests {
  @Test func restoresTerminalWhileSuspended() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let run = try SessionRun(terminal, text: "pa")
    #expect(terminal.shows { $0.screen.count == 6 })

    terminal.type("\u{1A}")

    #expect(run.waits { $0.stops.count == 1 })
    #expect(run.state.withLock { $0.stops } == [before])
    terminal.type("v")
    #expect(terminal.shows { $0.screen == ["> pav", "1 of 1 · 0.4 ms", ">   Pavia  XX"] })
    #expect(terminal.mode.isRaw)
    #expect(terminal.grid.isPasteBracketed)
    terminal.type("\u{3}")
    #expect(run.outcome == .quit(.interrupted))
    #expect(terminal.mode == before)
  }

  @Test func redrawsAfterResize() throws {
    let terminal = try PseudoTerminal()
    let run = try SessionRun(terminal, text: "pa")
    try #require(terminal.shows { $0.screen.count == 6 })

    terminal.setSize(columns: 14, rows: 4)
    kill(getpid(), SIGWINCH)

    #expect(
      terminal.shows {
        $0.screen == ["> pa", "4 of 4 · 0.4 …", ">   Paris    …", "    Parma    …"]
      })
    terminal.type("\u{3}")
    #expect(run.outcome == .quit(.interrupted))
    #expect(terminal.grid.errors.isEmpty)
  }

  @Test func reentersAfterContinue() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let run = try SessionRun(terminal, text: "pa")
    try #require(terminal.shows { $0.screen.count == 6 })
    var cooked = termios()
    tcgetattr(terminal.theirs, &cooked)
    cooked.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(terminal.theirs, TCSANOW, &cooked)
    _ = Descriptor.write(terminal.theirs, Array("\r\u{1B}[J".utf8))
    #expect(terminal.shows { $0.screen.isEmpty })

    kill(getpid(), SIGCONT)

    #expect(terminal.shows { $0.screen == ["> pa", Self.status] + Self.rows })
    #expect(terminal.mode.isRaw)
    terminal.type("\u{3}")
    #expect(run.outcome == .quit(.interrupted))
    #expect(terminal.mode == before)
  }

  @Test(
    arguments: [(SIGTERM, .terminated), (SIGHUP, .hungUp), (SIGINT, .interrupted)]
      as [(Int32, ExitStatus)])
  func exitsOnSignal(signal: Int32, status: ExitStatus) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let run = try SessionRun(terminal, text: "pa")
    #expect(terminal.shows { $0.screen.count == 6 })

    run.shutdown.request(signal: signal)

    #expect(run.outcome == .quit(status))
    #expect(terminal.mode == before)
    #expect(terminal.shows { $0.screen.isEmpty && !$0.isPasteBracketed })
  }

  @Test func exitsWhenTerminalCloses() throws {
    let terminal = try PseudoTerminal()
    let run = try SessionRun(terminal, text: "pa")
    #expect(terminal.shows { $0.screen.count == 6 })

    terminal.hangUp()

    #expect(run.outcome == .quit(.hungUp))
  }
}
