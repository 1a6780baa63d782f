/// `--retry-errors[=CODES]`: which of a tool's own error records it takes up again.
package enum RetriedErrors: ArgumentValue, Equatable {
  case none
  case all
  case codes(Set<ErrorCode>)

  /// What the option means without a value.
  static let everyCode = "all"
  static let noCode = "none"

  package init(parsing argument: String) throws(InvalidArgument) {
    switch argument {
    case Self.everyCode: self = .all
    case Self.noCode: self = .none
    default:
      var codes: Set<ErrorCode> = []
      for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
        guard let code = ErrorCode(rawValue: word.trimmingSpaces) else {
          throw InvalidArgument(
            expected: "error codes with commas between them, such as timeout,connect; "
              + "\"\(word)\" is none")
        }
        codes.insert(code)
      }
      self = .codes(codes)
    }
  }

  /// Whether a record with this code is taken up.
  package func contains(_ code: ErrorCode) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .codes(let codes): codes.contains(code)
    }
  }
}
