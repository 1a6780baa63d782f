internal import WirelineCore
internal import WirelineRequests

/// The options that decide where a response is printed or saved.
struct ResponseOptions: Sendable {
  @Option(
    "output", "file", "Write the body to a file once it is complete; one per URL", short: "o",
    isConfigurable: false, values: .files)
  var output: [String]
  @Flag("remote-name", "Write the body to a file named as in the URL", short: "O")
  var remoteName: Bool
  @Flag("remote-name-all", "Use --remote-name for all URLs") var remoteNameAll: Bool
  @Flag(
    "remote-header-name", "With --remote-name, use the name in Content-Disposition", short: "J")
  var remoteHeaderName: Bool
  @Option("output-dir", "directory", "Directory for --output and --remote-name files")
  var outputDir: String?
  @Flag("create-dirs", "Create missing directories of output files") var createDirs: Bool
  @Option(
    "continue-at", "-|offset", "Resume a partial download, or a transfer from this byte on",
    short: "C", isConfigurable: false, values: .words(WordList(plain: ["-"])))
  var continueAt: String?
  @Option(
    "time-cond", "date|file",
    "Transfer the body only if it is newer than this, or with - before it, older", short: "z",
    isConfigurable: false)
  var timeCondition: TimeCondition?
  @Option("etag-save", "file", "Save the entity tag of the response", isConfigurable: false)
  var etagSave: String?
  @Option(
    "etag-compare", "file", "Transfer only if the entity tag differs from that in this file",
    isConfigurable: false)
  var etagCompare: String?
  @Flag("remote-time", "Give files the time of the Last-Modified field", short: "R")
  var remoteTime: Bool
  @Flag("no-clobber", "Add a number to names of files that exist") var noClobber: Bool
  @Flag("skip-existing", "Skip URLs whose file exists") var skipExisting: Bool
  @Option(
    "stderr", "file", "Write messages to this file, or with - to stdout",
    isConfigurable: false)
  var stderrFile: String?
  @Flag("include", "Print status and header fields before the body", short: "i")
  var include: Bool
  @Option(
    "dump-header", "file", "Write status and header fields to a file, or with - to stdout",
    short: "D", isConfigurable: false)
  var dumpHeader: String?
  @Option(
    "write-out", "format", "Print this after each response, such as '%{http_code}\\n'", short: "w",
    isConfigurable: false)
  var writeOut: String?
  @Flag(
    "fail", "Do not print the body of a response with status 400 or above", short: "f")
  var fail: Bool?
  @Flag("fail-with-body", "Like the default, but write the body to the --output file too")
  var failWithBody: Bool
  var rate = LimitRateOption()
  @Flag("parallel", "Fetch the URLs that have files at the same time", short: "Z")
  var parallel: Bool
  @Flag("fail-early", "Stop at the first URL that fails") var failEarly: Bool
  @Flag("silent", "Hide progress", short: "s") var silent: Bool
  @Flag("show-error", "Accepted for compatibility with curl; errors are always shown", short: "S")
  var showError: Bool
  @Flag(
    "location", "Accepted for compatibility with curl; redirects are always followed", short: "L")
  var location: Bool

  var exclusiveOptions: [[OptionDeclaration]] { [[$continueAt, $remoteHeaderName]] }

  /// Whether a status of 400 or above is a failure, and whether its body is omitted.
  var failsOnStatus: Bool { fail ?? true }
  var noErrorBody: Bool { fail == true && !failWithBody }

  /// Whether a file receives the body of any status.
  var keepsErrors: Bool {
    !failsOnStatus || failWithBody || writeOut != nil && !noErrorBody
  }

  /// The option that names the file.
  var target: OptionDeclaration { output.isEmpty ? $remoteName : $output }

  var savesFile: Bool { !output.isEmpty || remoteName || remoteNameAll || continueAt == "-" }

  /// The `--continue-at` offset: the number of bytes before the transfer; nil if it is not given.
  var offset: Int? { continueAt.flatMap { Int(digits: $0) }.flatMap { $0 > 0 ? $0 : nil } }

  func checkDownload(isCompressed: Bool) throws(UsageError) {
    guard let continueAt, Int(digits: continueAt) == nil else { return }
    guard continueAt == "-" else {
      throw UsageError(
        "invalid value \"\(continueAt)\" for --continue-at: expected - or a number")
    }
    if output.isEmpty, !remoteName, !remoteNameAll {
      throw UsageError("--continue-at needs a file", hint: "add --output FILE or --remote-name")
    }
    if isCompressed {
      throw UsageError(
        "--continue-at cannot be used with --compressed: ranges count encoded bytes")
    }
  }

  /// - Parameter urls: the number of URLs.
  func checkTags(urls: Int) throws(UsageError) {
    if etagSave != nil || etagCompare != nil, urls > 1 {
      throw UsageError("--etag-save and --etag-compare need a single URL")
    }
    guard let etagSave, !createDirs else { return }
    let folder = etagSave.lastIndex(of: "/").map { etagSave[...$0] } ?? ""
    if FileAttributes(folder + ".") == nil {
      throw UsageError("cannot write \"\(etagSave)\": no such directory", status: .cannotRead)
    }
  }

  /// Rejects options without effect on a response that becomes a record.
  ///
  /// - Parameters:
  ///   - isGiven: whether the command line gives an option.
  ///   - reason: the rest of the message after the option.
  func checkRecord(_ isGiven: (String) -> Bool, _ reason: String) throws(UsageError) {
    let printing = [$dumpHeader, $writeOut].first { isGiven($0.name) }
    let other = isGiven($remoteHeaderName.name) ? $remoteHeaderName : nil
    guard let option = printing ?? other else { return }
    throw UsageError(
      "--\(option.name) \(reason)",
      hint: printing == nil ? nil : "select the fields of records with --fields")
  }

  /// The file of a body.
  struct File: Sendable, Equatable {
    /// With the `--output-dir` directory.
    let path: String
    /// The argument of `--output`; nil for `--remote-name`.
    let argument: String?
  }

  /// Returns the files for the bodies of requests; nil for stdout.
  ///
  /// - Parameters:
  ///   - order: the names of the given options in their order. As with curl, the first --output or
  ///     --remote-name applies to the first URL.
  ///   - matches: the patterns of the URLs; empty if there are none.
  func files(
    for urls: [RequestURL], order: [String], matches: [URLPattern.Match]
  ) throws(UsageError) -> [File?] {
    let targets = targets(order)
    var files: [File?] = []
    for (index, url) in urls.enumerated() {
      let match = index < matches.count ? matches[index] : URLPattern.Match(argument: index)
      let number = match.argument
      if !match.isListed, number < targets.count, targets[number] == $output.name {
        let argument = match.filled(output[targets[..<number].count { $0 == $output.name }])
        files.append(
          argument == "-" ? nil : File(path: placed(argument), argument: argument))
      } else if match.isListed || number < targets.count || remoteNameAll {
        files.append(File(path: placed(try Self.remoteName(of: url)), argument: nil))
      } else {
        files.append(nil)
      }
    }
    return files
  }

  /// Returns the names of the options in `order` that name a file.
  func targets(_ order: [String]) -> [String] {
    order.filter { $0 == $output.name || $0 == $remoteName.name }
  }

  /// Rejects a directory, which would be noticed only after the transfer.
  static func check(_ files: [File?]) throws(UsageError) {
    for case .some(let file) in files where FileAttributes(file.path)?.isDirectory == true {
      throw UsageError(
        "cannot write \"\(file.path)\": is a directory",
        hint: "name a file, or give -O --output-dir \(ShellWord.quoted(file.path))",
        status: .cannotWrite)
    }
  }

  private func placed(_ path: String) -> String {
    guard let outputDir, !outputDir.isEmpty, path != "/dev/null" else { return path }
    return outputDir + (outputDir.hasSuffix("/") ? "" : "/") + path
  }

  /// The last component of the path. Without a slash, it cannot leave the directory.
  private static func remoteName(of url: RequestURL) throws(UsageError) -> String {
    // curl's name for a URL without a path.
    let name = url.path.split(separator: "/").last ?? "curl_response"
    guard name != ".", name != ".." else {
      throw UsageError(
        "cannot use --remote-name: the URL ends without a file name",
        hint: "name the file with --output")
    }
    return String(name)
  }

  /// Returns a file that does not exist, with a number after its name, if `--no-clobber` is given.
  func unused(_ file: File) -> File {
    guard noClobber, FileAttributes(file.path) != nil else { return file }
    let free = (1...).lazy.map { "\(file.path).\($0)" }.first { FileAttributes($0) == nil }
    return File(path: free ?? file.path, argument: file.argument)
  }

  /// The file name in a `Content-Disposition` field, RFC 6266, in the folder of a file of
  /// `--remote-name`; nil without a usable one.
  func renamed(_ file: File, by headers: HeaderFields) -> String? {
    guard remoteHeaderName, file.argument == nil, let field = headers["Content-Disposition"] else {
      return nil
    }
    guard let text = Self.filename(in: field) else { return nil }
    let name = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    guard !name.isEmpty, !name.hasPrefix("."), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    let folder = file.path.lastIndex(of: "/").map { file.path[...$0] } ?? ""
    return folder + name
  }

  /// The `filename` parameter, which may be quoted; servers also omit the disposition type.
  private static func filename(in field: String) -> String? {
    var rest = field[...]
    while !rest.isEmpty {
      rest = rest.drop { $0 == " " || $0 == ";" }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      let quoted = FileArgument.quoted(rest)
      let value = quoted?.content ?? rest.prefix { $0 != ";" }.trimmingSpaces
      rest = (quoted?.rest ?? rest).drop { $0 != ";" }
      if name.trimmingSpaces.lowercased() == "filename" { return value }
    }
    return nil
  }

  /// Creates the directories of a file, if the options ask for it.
  func createDirectories(of path: String) throws(FileError) {
    if createDirs { try Directories.create(containing: path, mode: 0o755) }
  }
}

/// The options that check a body and select parts of it before anything is printed.
struct CheckOptions: Sendable {
  @Option(
    "expect", "json|object|array", "Fail unless the body has this form",
    values: .choices(BodyShape.self))
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

/// The options for responses with several pages.
struct PageOptions: Sendable {
  @Option(
    "paginate", "method",
    "Fetch all pages: link, next=POINTER, cursor=PARAM:POINTER, page=PARAM[:FIRST] or "
      + "offset=PARAM,limit=PARAM,size=N",
    values: .beginnings(WordList(plain: ["link", "next=/", "cursor=", "page=", "offset="])))
  var paginate: Pagination?
  @Option(
    "max-pages", "n", "Maximum number of pages", default: "10000")
  var maxPages: PositiveNumber?

  /// The options that follow pages.
  struct Pages: Sendable {
    let pagination: Pagination
    let maximum: Int?
    /// Decides what another origin receives.
    var policy = ExecutionPolicy().redirect
  }

  /// Returns nil without `--paginate`.
  func pages(_ connection: ConnectionOptions) -> Pages? {
    guard let paginate else { return nil }
    var pages = Pages(pagination: paginate, maximum: maxPages?.value)
    connection.apply(to: &pages.policy)
    return pages
  }
}
