/// One thing that the server does on a connection.
package enum Step: Sendable {
  /// A well-formed answer, its body delivered so.
  case answer(Answer, Delivery = .whole)
  /// These bytes, as they are.
  case write([UInt8])
  /// `bytes` bytes of it at a time, with a pause after each.
  case drip([UInt8], bytes: Int, every: Duration)
  /// `count` copies of a byte, made as they go.
  case flood(UInt8, count: Int)
  case pause(Duration)
  /// Goes on when the server has been asked this often.
  case untilAsked(Int)
  /// Goes on when this many requests have been answered.
  case untilAnswered(Int)
  /// Goes on when the test opens the gate.
  case gate(Gate)
  /// Reads the body of the request (only where the server leaves it unread).
  case readBody
  /// Says nothing until the client goes.
  case idle
  /// Sends FIN and still reads.
  case halfClose
  /// Sends RST: `SO_LINGER` 0 and close.
  case reset
  /// Closes after what was sent.
  case close

  /// How the body of an answer goes out.
  package enum Delivery: Sendable {
    case whole
    /// `bytes` bytes at a time, with a pause after each.
    case drip(bytes: Int, every: Duration)
    /// Only so many bytes of it; then the connection is closed.
    case cut(Int)
  }
}
