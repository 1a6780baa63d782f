package import ArgumentParser

/// What tools take that read records.
package struct RecordOptions: DeclaredOptions {
  @Flag(Self.stopOnError) package var stopOnError: Bool?
  @Option(Self.tolerate) package var tolerate: FailureTolerance?
  @Option(Self.retryErrors) package var retryErrors: RetriedErrors?
  @Option(Self.copy) package var copy: NameList?
  @Option(Self.refPrefix) package var refPrefix: String?
  @Flag(exclusivity: .chooseLast) package var order: RecordOrder?
  @Option(Self.window) package var window: PositiveNumber?
  @Option(Self.maxLine) package var maxLine: ByteSize?

  package init() {}

  package static let declarations = [
    stopOnError, tolerate, retryErrors, copy, refPrefix, unordered, window, maxLine,
  ]

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

  static let stopOnError = OptionDeclaration(
    "stop-on-error", .flag(inverse: "no-stop-on-error"), "end at the first item that fails",
    scope: .shared
  ).excluding("tolerate")
  package static let tolerate = OptionDeclaration(
    "tolerate", .value("n"), "exit 0 if at most this many items failed, such as 100, 5% or all",
    default: "none", scope: .shared, values: .words(.tolerances)
  ).excluding("stop-on-error")
  static let retryErrors = OptionDeclaration(
    "retry-errors", .optionalValue("codes", bare: RetriedErrors.everyCode),
    "take up the input of this tool's own error records again; with codes: of these only",
    default: RetriedErrors.noCode, scope: .shared, values: .list(.errorCodes))
  static let copy = OptionDeclaration(
    "copy", .value("a,b"), "copy these input fields into the output records", scope: .shared)
  static let refPrefix = OptionDeclaration(
    "ref-prefix", .value("text"), "write every ref as a string with this prefix, such as part-3-",
    scope: .shared)
  static let unordered = OptionDeclaration(
    "unordered", .flag(inverse: "ordered"), "print records as they finish", default: "ordered",
    scope: .shared)
  static let window = OptionDeclaration(
    "window", .value("n"), "items in work or waiting for their turn", default: "\(defaultWindow)",
    scope: .shared)
  static let maxLine = OptionDeclaration(
    "max-line", .value("size"), "longest line of input",
    default: ByteSize(bytes: defaultMaximumLineBytes).text, scope: .shared)
}
