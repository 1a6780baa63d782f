package import WirelineCore
internal import WirelineRequests

/// The options that describe a request, beside the items of the command line.
package struct CompositionOptions: Sendable {
  @Option(
    "request", "method", "Request method; may also precede the URL", short: "X",
    isConfigurable: false, values: .methods)
  var request: String?
  @Option(
    "data", "data", "Send form data, such as a=1; @file reads a file, without line breaks",
    short: "d", isConfigurable: false, values: .content)
  var data: [String]
  @Option(
    "data-binary", "data", "Like --data, but @file keeps line breaks", isConfigurable: false,
    values: .content)
  var dataBinary: [String]
  @Option(
    "data-raw", "data", "Like --data, but @ has no special meaning", isConfigurable: false)
  var dataRaw: [String]
  @Option(
    "data-urlencode", "data",
    "Like --data, URL-encoded: content, name=content, @file or name@file", isConfigurable: false)
  var dataUrlencode: [String]
  @Flag("get", "Append the data to the query of a GET request", short: "G") var get: Bool
  @Option(
    "url-query", "data", "Append to the query, encoded like --data-urlencode",
    isConfigurable: false)
  var urlQuery: [String]
  @Option(
    "json", "json", "Send JSON; @file reads a file", isConfigurable: false,
    values: .content)
  var json: [String]
  @Option(
    "form", "name=content",
    "Send a multipart form; name=@file uploads a file, name=<file reads text",
    short: "F", isConfigurable: false, values: .formPart)
  var form: [String]
  @Option(
    "form-string", "name=text", "Like --form, but @, < and ; have no special meaning",
    isConfigurable: false)
  var formString: [String]
  @Flag("as-form", "Send items as a URL-encoded form, like HTTPie's --form") var asForm: Bool
  @Option(
    "upload-file", "file", "Send a file, or with - stdin, in a PUT request; one per URL",
    short: "T", isConfigurable: false)
  var uploadFile: [String]
  @Flag("ignore-stdin", "Do not read the body from stdin") var ignoreStdin: Bool
  @Option("boundary", "text", "Separator of the parts of a multipart form", isConfigurable: false)
  var boundary: MultipartBoundary?
  @Flag("compress-body", "Compress the request body with gzip if that makes it shorter")
  var compressBody: Bool
  @Flag("head", "Send a HEAD request and print the header fields", short: "I")
  var head: Bool
  @Option(
    "referer", "url", "Value of the Referer field; with ;auto, a redirect sends the previous URL",
    short: "e", isConfigurable: false)
  var refererValue: HeaderValue?
  @Option(
    "env", "name", "Use the base URL and header fields of this environment of the configuration",
    values: .words(WordList { NamedEnvironment.words($0.environment) }))
  var env: String?
  @Option(
    "call", "group.name", "Send this request from the file of named calls", isConfigurable: false,
    values: .words(WordList { callWords($0) }))
  var call: String?
  @Option(
    "calls-file", "file", "File of named calls",
    default: "calls.json beside the configuration file")
  var callsFile: String?
  @Option("base-url", "url", "Base of URLs that begin with /, such as https://api.example.com")
  package var baseUrl: String?
  @Option("var", "name=value", "Value of {name} in the URL", isConfigurable: false)
  var `var`: [String]
  @Flag("globoff", "Send braces in the URL unchanged", short: "g") var globoff: Bool
  @Option(
    "proto-default", "scheme", "Scheme of URLs without one", default: "https",
    isConfigurable: false)
  var protoDefault: String?
  @Option("url", "url", "URL to fetch, like an operand", isConfigurable: false) var url: [String]
  @Option(
    "range", "range", "Request a part of the body, such as 0-99", short: "r", isConfigurable: false)
  var range: String?

  @Option(
    "rows", "file",
    "Send the request once per row of a table or JSON Lines file; {name} stands for a cell",
    isConfigurable: false)
  var rows: String?

  private static let automaticReferer = ";auto"

  /// The value of `--referer` for the first request.
  var referer: String? {
    guard let text = refererValue?.text else { return nil }
    let given = setsReferer ? String(text.dropLast(Self.automaticReferer.count)) : text
    return given.isEmpty ? nil : given
  }

  var setsReferer: Bool { refererValue?.text.hasSuffix(Self.automaticReferer) == true }

  /// An option that describes the body or URL of a single request.
  var describingOption: OptionDeclaration? {
    let lists = [
      ($data, data), ($dataBinary, dataBinary), ($dataRaw, dataRaw), ($json, json), ($form, form),
      ($dataUrlencode, dataUrlencode), ($urlQuery, urlQuery), ($formString, formString),
      ($var, `var`),
    ]
    if boundary != nil { return $boundary }
    if !uploadFile.isEmpty { return $uploadFile }
    return lists.first { !$0.1.isEmpty }?.0
  }
}

extension CompositionOptions {
  func namedCall(
    _ name: String, _ environment: Environment
  ) throws(UsageError) -> (request: RequestSpecification, method: String?) {
    // An unknown environment is reported before a missing file of calls.
    let base = try namedEnvironment(environment).baseURL
    let path: String
    if let callsFile { path = callsFile } else { path = try Self.defaultCallsFile(environment) }
    return try NamedCall.request(name, in: try Self.content(of: path), path: path) {
      text throws(UsageError) in URLShorthand.expanded(try url(text, base: base))
    }
  }

  private static func content(of path: String) throws(UsageError) -> [UInt8] {
    return try converting(UsageError.init) { () throws(FileError) in
      try FileBytes.read(path, limit: 16 << 20)
    }
  }

  private static func defaultCallsFile(_ environment: Environment) throws(UsageError) -> String {
    return try converting({ UsageError($0.description, hint: "name the file with --calls-file") }) {
      () throws(DirectoryUnknown) in
      try Directories { environment[$0] }.path(.config, "calls.json")
    }
  }

  /// Returns the calls of the file that a run would read.
  private static func callWords(_ scene: CompletionContext) -> [WordList.Word] {
    guard
      let path = scene.path(of: "calls-file") ?? (try? defaultCallsFile(scene.environment)),
      let bytes = try? FileBytes.read(path, limit: 16 << 20)
    else { return [] }
    return NamedCall.names(in: bytes).map { WordList.Word($0) }
  }

  func namedEnvironment(
    _ environment: Environment
  ) throws(UsageError) -> NamedEnvironment {
    var named = NamedEnvironment()
    if let env { named = try NamedEnvironment.named(env, environment) }
    if let baseUrl { named.baseURL = baseUrl }
    return named
  }

  /// The names of the `--var` variables.
  var variableNames: [String] { `var`.map { String($0.prefix { $0 != "=" }) } }

  /// The options that compose the request for each row, with numbers instead of placeholders.
  func replacing(_ placeholders: inout RowPlaceholders) -> CompositionOptions {
    var options = self
    let lists: [WritableKeyPath<CompositionOptions, [String]>] = [
      \.url, \.urlQuery, \.data, \.dataBinary, \.dataRaw, \.dataUrlencode, \.json, \.form,
      \.formString,
    ]
    for list in lists {
      options[keyPath: list] = options[keyPath: list].map { placeholders.replaced(in: $0) }
    }
    // stdin may be the table. The filled body is compressed.
    options.ignoreStdin = true
    options.compressBody = false
    return options
  }

  /// Returns the defaults of requests. The method applies to those of a stream.
  ///
  /// - Parameter isGiven: whether an option sets this header field.
  func defaults(
    _ environment: Environment, isGiven: (String) -> Bool
  ) throws(UsageError) -> RequestDefaults {
    try Self.check(request)
    let named = try namedEnvironment(environment)
    let defaults = RequestDefaults(
      method: head ? "HEAD" : request, baseURL: named.baseURL.map({ URLShorthand.expanded($0) }),
      headers: HeaderFields(named.headers.fields.filter { !isGiven($0.name) }))
    try converting({ UsageError("invalid --base-url: \($0.description)", hint: $0.hint) }) {
      () throws(InvalidURL) in
      if defaults.baseURL != nil { _ = try RequestURL(defaults.located("/")) }
    }
    return defaults
  }

  static func check(_ method: String?) throws(UsageError) {
    guard let method, !RequestSpecification.isToken(method) else { return }
    throw UsageError("invalid value \"\(method)\" for --request: expected a method such as PUT")
  }
}

/// `--boundary`: 1 to 70 of the characters in RFC 2046 §5.1.1, with no space at the end.
struct MultipartBoundary: ArgumentValue, Equatable {
  let text: String

  init(parsing argument: String) throws(InvalidArgument) {
    let isAllowed: (UInt8) -> Bool = { byte in
      byte.isASCIIAlphanumeric || "'()+_,-./:=? ".utf8.contains(byte)
    }
    guard (1...70).contains(argument.utf8.count), argument.utf8.allSatisfy(isAllowed),
      argument.last != " "
    else { throw InvalidArgument(expected: "1 to 70 letters, digits or '()+_,-./:=?") }
    text = argument
  }
}
