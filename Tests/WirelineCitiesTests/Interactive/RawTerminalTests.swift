import Glibc
import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// In this suite because a process guards one terminal at a time.
extension InteractiveSessionTests {
  @Suite struct RawTerminalTests {
    @Test(
      arguments: [
        (100, 30, [:], 100, 30), (100, 30, ["COLUMNS": "7", "LINES": "8"], 100, 30),
        (0, 0, ["COLUMNS": "7", "LINES": "8"], 7, 8), (0, 0, [:], 80, 24),
        (0, 0, ["COLUMNS": "-1", "LINES": "many"], 80, 24), (0, 9, ["COLUMNS": "7"], 7, 9),
      ] as [(Int, Int, [String: String], Int, Int)])
    func determinesSize(
      columns: Int, rows: Int, environment: [String: String], shownColumns: Int, shownRows: Int
    ) throws {
      let pseudo = try PseudoTerminal()
      var size = winsize(
        ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
      _ = ioctl(pseudo.ours, UInt(TIOCSWINSZ), &size)

      let terminal = RawTerminal(
        descriptor: try pseudo.open(), environment: Environment(environment))

      #expect(terminal.size == TerminalSize(columns: shownColumns, rows: shownRows))
    }

    @Test func deinitRestoresMode() throws {
      let pseudo = try PseudoTerminal()
      let before = pseudo.mode
      var terminal: RawTerminal? = RawTerminal(
        descriptor: try pseudo.open(), environment: Environment([:]))

      try terminal?.enter()
      #expect(pseudo.mode.isRaw)
      terminal = nil

      #expect(pseudo.mode == before)
    }

    @Test func rejectsOtherFiles() throws {
      let terminal = RawTerminal(
        descriptor: try Descriptor.open("/dev/null", O_RDWR), environment: Environment([:]))

      #expect(throws: RawTerminalError.mode(code: ENOTTY)) { try terminal.enter() }
    }

    @Test func rejectsDumbTerminal() {
      #expect(throws: RawTerminalError.dumb) { try RawTerminal.open(Environment(["TERM": "dumb"])) }
    }
  }
}
