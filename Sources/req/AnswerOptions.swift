import ArgumentParser
import WirelineCore
import WirelineRequests

/// Where the answer goes, and what of it.
struct AnswerOptions: DeclaredOptions {
  @Option(Self.output) var output: String?
  @Flag(Self.remoteName) var remoteName: Bool
  @Option(Self.continueAt) var continueAt: String?
  @Flag(Self.include) var include: Bool
  @Flag(Self.noErrorBody) var noErrorBody: Bool
  @Flag(Self.silent) var silent: Bool
  @Flag(Self.showError) var showError: Bool
  @Flag(Self.location) var location: Bool

  static let declarations = [
    output, remoteName, continueAt, include, noErrorBody, silent, showError, location,
  ]

  static let output = OptionDeclaration(
    "output", .value("file"), "write the body to a file that appears when it is whole",
    short: "o", isConfigurable: false)
  static let remoteName = OptionDeclaration(
    "remote-name", .flag(inverse: nil), "the same, named as the URL's path ends", short: "O",
    isConfigurable: false)
  static let continueAt = OptionDeclaration(
    "continue-at", .value("-"), "take a download up again where it broke off", short: "C",
    isConfigurable: false, values: .words(WordList("offsets", plain: { ["-"] })))
  static let include = OptionDeclaration(
    "include", .flag(inverse: nil), "print status and header fields before the body", short: "i",
    isConfigurable: false)
  static let noErrorBody = OptionDeclaration(
    "no-error-body", .flag(inverse: nil), "print no body of a status of 400 and above",
    short: "f", isConfigurable: false)
  static let silent = OptionDeclaration(
    "silent", .flag(inverse: nil), "show no progress", short: "s", isConfigurable: false)
  static let showError = OptionDeclaration(
    "show-error", .flag(inverse: nil), "errors are always shown; taken for curl's sake",
    short: "S", isConfigurable: false)
  static let location = OptionDeclaration(
    "location", .flag(inverse: nil), "redirects are always followed; taken for curl's sake",
    short: "L", isConfigurable: false)

  /// Refuses what cannot be done together.
  func check(isCompressed: Bool) throws(UsageError) {
    guard let continueAt else { return }
    guard continueAt == "-" else {
      throw UsageError(
        "invalid value \"\(continueAt)\" for --continue-at: expected - alone"
      )
    }
    if output == nil, !remoteName {
      throw UsageError("--continue-at needs a file: --output FILE or --remote-name")
    }
    if isCompressed {
      throw UsageError(
        "--continue-at and --compressed exclude each other: a range is of coded bytes")
    }
  }

  /// The file that the body of a request goes to; nil for stdout.
  func path(for url: RequestURL) throws(UsageError) -> String? {
    guard remoteName else { return output == "-" ? nil : output }
    if output != nil { throw UsageError("--output and --remote-name exclude each other") }
    // Only ever a name in the current directory: what follows the last slash.
    let name = url.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != ".." else {
      throw UsageError(
        "the URL's path ends without a file name", hint: "name the file with --output")
    }
    return String(name)
  }
}
