internal import WirelineCore
internal import WirelineRequests

/// `--time-cond`: a date, or the time of a file, after a minus for the opposite.
struct TimeCondition: ArgumentValue, Equatable {
  /// Since 1970.
  private let seconds: Int
  private let isOlder: Bool

  init(parsing argument: String) throws(InvalidArgument) {
    isOlder = argument.hasPrefix("-")
    let text = argument.drop { "-+=".contains($0) }
    guard let seconds = FileAttributes(String(text))?.modified ?? HTTPDate.seconds(String(text))
    else { throw InvalidArgument(expected: "a date such as '1 Feb 2026 12:00:00', or a file") }
    self.seconds = seconds
  }

  var field: (name: String, value: String) {
    (isOlder ? "If-Unmodified-Since" : "If-Modified-Since", HTTPDate.text(seconds))
  }

  /// Whether a server has ignored the condition, which its response does not fulfil.
  func excludes(_ headers: HeaderFields) -> Bool {
    guard let modified = headers["Last-Modified"].flatMap({ HTTPDate.seconds($0) }) else {
      return false
    }
    return isOlder ? modified > seconds : modified <= seconds
  }
}
