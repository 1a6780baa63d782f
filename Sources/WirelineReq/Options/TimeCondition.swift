internal import WirelineCore
internal import WirelineRequests

/// `--time-cond`: a date, or the time of a file, after a minus for the opposite.
struct TimeCondition: ArgumentValue, Equatable {
  /// Since 1970; nil if the text is neither a date nor a file, which the first run of a script
  /// creates.
  let seconds: Int?
  private let isOlder: Bool

  init(parsing argument: String) {
    isOlder = argument.hasPrefix("-")
    let text = String(argument.drop { "-+=".contains($0) })
    seconds = FileAttributes(text)?.modified ?? HTTPDate.seconds(text)
  }

  var field: (name: String, value: String)? {
    seconds.map { (isOlder ? "If-Unmodified-Since" : "If-Modified-Since", HTTPDate.text($0)) }
  }

  /// Whether a server has ignored the condition, which its response does not fulfil.
  func excludes(_ headers: HeaderFields) -> Bool {
    guard let seconds, let modified = headers["Last-Modified"].flatMap({ HTTPDate.seconds($0) })
    else { return false }
    return isOlder ? modified > seconds : modified <= seconds
  }
}
