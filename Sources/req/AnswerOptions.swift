import WirelineCore
import WirelineRequests

/// Where the answer goes, and what of it.
struct AnswerOptions: Sendable {
  @Option(
    "output", "file", "write the body to a file that appears when it is whole", short: "o",
    isConfigurable: false)
  var output: String?
  @Flag("remote-name", "the same, named as the URL's path ends", short: "O") var remoteName: Bool
  @Option(
    "continue-at", "-", "take a download up again where it broke off", short: "C",
    isConfigurable: false, values: .words(WordList("offsets", plain: { ["-"] })))
  var continueAt: String?
  @Flag("include", "print status and header fields before the body", short: "i") var include: Bool
  @Flag("no-error-body", "print no body of a status of 400 and above", short: "f")
  var noErrorBody: Bool
  @Flag("silent", "show no progress", short: "s") var silent: Bool
  @Flag("show-error", "errors are always shown; taken for curl's sake", short: "S")
  var showError: Bool
  @Flag("location", "redirects are always followed; taken for curl's sake", short: "L")
  var location: Bool

  var exclusiveOptions: [[OptionDeclaration]] { [[$output, $remoteName]] }

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
        "--continue-at cannot be used with --compressed: a range counts encoded bytes")
    }
  }

  /// The file that the body of a request goes to; nil for stdout.
  func path(for url: RequestURL) throws(UsageError) -> String? {
    guard remoteName else { return output == "-" ? nil : output }
    // Only ever a name in the current directory: what follows the last slash.
    let name = url.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != ".." else {
      throw UsageError(
        "the URL's path ends without a file name", hint: "name the file with --output")
    }
    return String(name)
  }
}
