/// Asked when a request's turn has come, before anything of it is sent: what has
/// to be true then need not be kept true while it waits.
package protocol RequestGate: Sendable {
  /// - Parameter isFirst: false for a further attempt, and for a redirect.
  func turn(isFirst: Bool) -> RequestTurn

  /// It was let go, and nothing of it was sent all the same: its time was up.
  func giveBack()
}

extension RequestGate {
  package func giveBack() {}
}

/// What becomes of a request whose turn has come.
package enum RequestTurn: Sendable {
  case go
  /// Its turn comes again later; others go first.
  case wait(Duration)
  /// It is not needed any more, and ends as cancelled.
  case drop
  /// It must not be sent, and ends with this error.
  case refuse(RequestError)
}
