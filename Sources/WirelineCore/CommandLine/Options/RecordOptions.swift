package struct RecordOptions: Sendable {
  @Flag("stop-on-error", "Stop at the first failed item", scope: .shared, overriding: ["tolerate"])
  package var stopOnError: Bool?
  @Option(
    "tolerate", "n", "Exit 0 if at most this many items failed, such as 100, 5% or all",
    default: "none", scope: .shared, values: .words(.tolerances), overriding: ["stop-on-error"])
  package var tolerate: FailureTolerance?
  @Option(
    "retry-errors", "codes",
    "Retry the inputs of this tool's retryable error records, or those with these codes, or all",
    bare: ErrorsToRetry.retryableOnes, default: ErrorsToRetry.noCode, scope: .shared,
    values: .list(.errorCodes))
  package var retryErrors: ErrorsToRetry?
  @Option("copy", "a,b", "Copy these input fields to the output records", scope: .shared)
  var copyLists: [NameList]
  @Option(
    "ref-prefix", "text", "Write every ref as a string with this prefix, such as part-3-",
    scope: .shared)
  package var refPrefix: String?
  @Flag(
    "unordered", "Print records as they finish", inverse: "ordered", default: "ordered",
    scope: .shared)
  package var unordered: Bool?
  @Option(
    "window", "n", "Maximum number of items in progress or waiting for output",
    default: "\(defaultWindow)", scope: .shared)
  package var window: PositiveNumber?
  @Option(
    "max-line", "size", "Maximum length of an input line, such as 64M",
    default: ByteSize(bytes: defaultMaximumLineBytes).text, scope: .shared)
  package var maxLine: ByteSize?

  @Option(
    "input-format", "auto|lines|jsonl|csv|tsv", "Format of the input", default: "auto",
    isConfigurable: false, values: .choices(InputFormat.self))
  package var inputFormat: InputFormat?

  package init() {}

  /// The fields of all `--copy` options, each once.
  package var copy: [String] {
    copyLists.flatMap(\.names).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// - Parameter readsInput: whether the items are read from stdin or a file.
  package func check(readsInput: Bool) throws(UsageError) {
    if inputFormat ?? .auto != .auto, !readsInput {
      throw UsageError("--input-format needs items on stdin")
    }
    guard stopOnError == true, let tolerate, tolerate != .none else { return }
    throw UsageError(
      "--stop-on-error cannot be used with --tolerate",
      hint: "--tolerate 0 also stops at the first failure")
  }

  package static let defaultWindow = 1000
  package static let defaultMaximumLineBytes = 64 << 20
}

/// `--input-format`.
package enum InputFormat: String, ChoiceArgument {
  /// Records and plain lines; of a file, by its name.
  case auto
  case lines, jsonl, csv, tsv

  /// The format of a file or, without its name, of stdin; for `auto` by the name.
  package func resolved(forFile path: String?) -> InputFormat {
    guard self == .auto, var name = path?.lowercased()[...] else { return self }
    for suffix in [".gz", ".zst"] where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
    if name.hasSuffix(".csv") { return .csv }
    return name.hasSuffix(".tsv") ? .tsv : .auto
  }

  /// That of a table; nil for lines.
  package var separator: UInt8? {
    switch self {
    case .csv: JSONByte.comma
    case .tsv: JSONByte.tab
    case .auto, .lines, .jsonl: nil
    }
  }

  /// Whether lines may be items without being records.
  package var acceptsPlainText: Bool { self == .auto || self == .lines }
}

/// `--retry-errors[=CODES]`: the error records to retry.
package enum ErrorsToRetry: ArgumentValue, Equatable {
  case none
  /// Those whose field `retryable` is true.
  case retryable
  case all
  case codes(Set<ErrorCode>)

  static let retryableOnes = "retryable"
  static let everyCode = "all"
  static let noCode = "none"

  package init(parsing argument: String) throws(InvalidArgument) {
    switch argument {
    case Self.retryableOnes: self = .retryable
    case Self.everyCode: self = .all
    case Self.noCode: self = .none
    default:
      var codes: Set<ErrorCode> = []
      for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
        guard let code = ErrorCode(rawValue: word.trimmingSpaces) else {
          throw InvalidArgument(
            expected: "comma-separated error codes such as timeout,connect; "
              + "\"\(word)\" is not an error code")
        }
        codes.insert(code)
      }
      self = .codes(codes)
    }
  }

  /// - Parameter error: the field `error` of a record.
  package func contains(_ error: JSONView) -> Bool {
    switch self {
    case .none: false
    case .retryable: error["retryable"]?.boolean == true
    case .all: true
    case .codes(let codes):
      error["code"]?.string.flatMap(ErrorCode.init).map(codes.contains) == true
    }
  }
}
