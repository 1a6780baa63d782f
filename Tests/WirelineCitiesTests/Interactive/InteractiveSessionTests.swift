import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Serialized because signals concern the whole process.
@Suite(.serialized) struct InteractiveSessionTests {
  static let status = "4 of 4 · 0.4 ms"
  static let rows = [
    ">   Paris    XX", "    Parma    XX", "    Pavia    XX", "    Palermo  XX",
  ]

  @Test func findsMarksAndAcceptsRow() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let run = try SessionRun(terminal)
    #expect(terminal.shows { $0.screen == [">"] && $0.isPasteBracketed })
    #expect(terminal.mode.isRaw)

    terminal.type("pa")
    #expect(terminal.shows { $0.screen == ["> pa", Self.status] + Self.rows })
    #expect(terminal.grid.column == 4)
    terminal.type("\u{1B}[B\t")
    #expect(terminal.shows { $0.lines[3] == "> ★ Parma    XX" })
    terminal.type("\r")

    #expect(run.outcome == .accepted(1))
    #expect(terminal.mode == before)
    #expect(terminal.shows { $0.screen.isEmpty && !$0.isPasteBracketed })
    #expect(terminal.grid.isCursorShown && terminal.grid.isWrapping)
    #expect(terminal.grid.errors.isEmpty)
    #expect(run.state.withLock { $0.marked } == [1])
  }

  @Test(arguments: [("\u{1B}", "Escape"), ("\u{3}", "Ctrl-C"), ("\u{15}\u{4}", "Ctrl-U, Ctrl-D")])
  func quittingRestoresTerminal(keys: String, name: String) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let run = try SessionRun(terminal, text: "pa")
    #expect(terminal.shows { $0.screen == ["> pa", Self.status] + Self.rows })

    terminal.type(keys)

    #expect(run.outcome == .quit(.interrupted), "\(name)")
    #expect(terminal.mode == before)
    #expect(terminal.shows { $0.screen.isEmpty && !$0.isPasteBracketed })
  }

  @Test func readsInputTypedAhead() throws {
    let terminal = try PseudoTerminal()
    terminal.type("parm\r")

    let run = try SessionRun(terminal, debounce: .seconds(3600))

    // The line mode has converted the carriage return to a line feed, which also means Enter.
    #expect(run.outcome == .accepted(1))
  }

  @Test func acceptsSplitSequence() throws {
    let terminal = try PseudoTerminal()
    let run = try SessionRun(terminal, text: "pa", escapeDelay: .limit)
    #expect(terminal.shows { $0.screen.count == 6 })

    for byte in "\u{1B}[1;5B".unicodeScalars { terminal.type(String(byte)) }

    #expect(terminal.shows { $0.lines[3].hasPrefix(">") })
    terminal.type("\r")
    #expect(run.outcome == .accepted(1))
  }

  @Test func ctrlLRedrawsAtTop() throws {
    let terminal = try PseudoTerminal()
    _ = Descriptor.write(terminal.theirs, Array("$ cities-find -i\r\n".utf8))
    let run = try SessionRun(terminal, text: "pa")
    #expect(terminal.shows { $0.screen.count == 6 && $0.row == 1 })

    terminal.type("\u{C}")

    #expect(terminal.shows { $0.row == 0 && $0.screen.count == 6 })
    terminal.type("\u{3}")
    #expect(run.outcome == .quit(.interrupted))
  }
}
