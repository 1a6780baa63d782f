internal import WirelineCore

/// There is no terminal for a screen.
package enum RawTerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The process has none (`errno` of opening `/dev/tty`): it runs in cron, in a service, in CI.
  case missing(code: Int32)
  /// `TERM` is `dumb`: it cannot move its cursor.
  case dumb
  /// Its mode can be neither read nor set (`errno`).
  case mode(code: Int32)

  package var description: String {
    switch self {
    case .missing(let code): "no terminal to ask on: /dev/tty: \(SystemErrorText(code: code))"
    case .dumb: "the terminal cannot move its cursor: TERM is \"dumb\""
    case .mode(let code): "cannot set the terminal's mode: \(SystemErrorText(code: code))"
    }
  }
}
