internal import WirelineCore

/// The options that decide where a response is printed or saved.
struct ResponseOptions: Sendable {
  @Option(
    "output", "file", "Write the body to a file once it is complete", short: "o",
    isConfigurable: false)
  var output: String?
  @Flag("remote-name", "Write the body to a file named as in the URL", short: "O")
  var remoteName: Bool
  @Option(
    "continue-at", "-", "Resume a partial download", short: "C", isConfigurable: false,
    values: .words(WordList("offsets", plain: { ["-"] })))
  var continueAt: String?
  @Flag("include", "Print status and header fields before the body", short: "i")
  var include: Bool
  @Flag("no-error-body", "Omit the body of a response with status 400 or above", short: "f")
  var noErrorBody: Bool
  @Flag("silent", "Hide progress", short: "s") var silent: Bool
  @Flag("show-error", "Accepted for compatibility with curl; errors are always shown", short: "S")
  var showError: Bool
  @Flag(
    "location", "Accepted for compatibility with curl; redirects are always followed", short: "L")
  var location: Bool

  var exclusiveOptions: [[OptionDeclaration]] { [[$output, $remoteName]] }

  var savesFile: Bool { output != nil || remoteName || continueAt != nil }

  func checkDownload(isCompressed: Bool) throws(UsageError) {
    guard let continueAt else { return }
    guard continueAt == "-" else {
      throw UsageError("invalid value \"\(continueAt)\" for --continue-at: expected -")
    }
    if output == nil, !remoteName {
      throw UsageError("--continue-at needs a file", hint: "add --output FILE or --remote-name")
    }
    if isCompressed {
      throw UsageError(
        "--continue-at cannot be used with --compressed: ranges count encoded bytes")
    }
  }

  /// Returns the file for the body of a request; nil for stdout.
  func path(for url: RequestURL) throws(UsageError) -> String? {
    guard remoteName else { return output == "-" ? nil : output }
    // Without a slash, the name cannot leave the current directory.
    let name = url.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != ".." else {
      throw UsageError(
        "cannot use --remote-name: the URL ends without a file name",
        hint: "name the file with --output")
    }
    return String(name)
  }
}

/// The options that check a body and select parts of it before anything is printed.
struct CheckOptions: Sendable {
  @Option(
    "expect", "json|object|array", "Fail unless the body has this form",
    values: .choices("shapes", BodyShape.self))
  var expect: BodyShape?
  @Option(
    "require", "pointer[:type]",
    "Fail unless the body has this value, such as /id:integer; with ? after the type, a missing "
      + "value is accepted")
  var require: [BodyRequirement]
  @Option("error-if", "pointer", "Fail if the body reports an error at this JSON pointer")
  var errorIf: [BodyPointer]
  @Option("each", "pointer", "Print the elements of this array, one per line")
  var each: BodyPointer?
  @Option("select", "pointer", "Print only this value; with --each, of each element")
  var select: BodyPointer?

  var check: ResponseCheck {
    ResponseCheck(
      shape: expect, requirements: require, errors: errorIf, each: each, selection: select)
  }
}

struct PageOptions: Sendable {
  @Option(
    "paginate", "link|offset=name,limit=name,size=n",
    "Fetch all pages, by Link fields or by a query parameter",
    values: .words(WordList("paginations", plain: { ["link"] })))
  var paginate: Pagination?
  @Option("max-pages", "n", "Maximum number of pages", default: "none")
  var maxPages: PositiveNumber?

  struct Pages: Sendable {
    let pagination: Pagination
    let maximum: Int?
  }

  func pages() throws(UsageError) -> Pages? {
    guard let paginate else {
      if maxPages != nil { throw UsageError("--max-pages needs --paginate") }
      return nil
    }
    return Pages(pagination: paginate, maximum: maxPages?.value)
  }
}
