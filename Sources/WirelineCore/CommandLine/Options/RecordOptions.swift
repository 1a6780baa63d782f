/// What tools take that read records.
package struct RecordOptions: Sendable {
  @Flag(
    "stop-on-error", "end at the first item that fails", scope: .shared, overriding: ["tolerate"])
  package var stopOnError: Bool?
  @Option(
    "tolerate", "n", "exit 0 if at most this many items failed, such as 100, 5% or all",
    default: "none", scope: .shared, values: .words(.tolerances), overriding: ["stop-on-error"])
  package var tolerate: FailureTolerance?
  @Option(
    "retry-errors", "codes",
    "take up the input of this tool's own error records again; with codes: of these only",
    bare: RetriedErrors.everyCode, default: RetriedErrors.noCode, scope: .shared,
    values: .list(.errorCodes))
  package var retryErrors: RetriedErrors?
  @Option("copy", "a,b", "copy these input fields into the output records", scope: .shared)
  package var copy: NameList?
  @Option(
    "ref-prefix", "text", "write every ref as a string with this prefix, such as part-3-",
    scope: .shared)
  package var refPrefix: String?
  @Flag(
    "unordered", "print records as they finish", inverse: "ordered", default: "ordered",
    scope: .shared)
  package var unordered: Bool?
  @Option(
    "window", "n", "items in work or waiting for their turn", default: "\(defaultWindow)",
    scope: .shared)
  package var window: PositiveNumber?
  @Option(
    "max-line", "size", "longest line of input",
    default: ByteSize(bytes: defaultMaximumLineBytes).text, scope: .shared)
  package var maxLine: ByteSize?

  package init() {}

  /// - Throws: if both a tolerance and a stop at the first failure are set.
  package func check() throws(UsageError) {
    guard stopOnError == true, let tolerate, tolerate != .none else { return }
    throw UsageError(
      "--stop-on-error cannot be used with --tolerate",
      hint: "--tolerate 0 stops at the first failure, too")
  }

  /// Items in work or waiting, where `--window` says nothing.
  package static let defaultWindow = 1000
  /// Where `--max-line` says nothing: 64 MB.
  package static let defaultMaximumLineBytes = 64 << 20
}

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
