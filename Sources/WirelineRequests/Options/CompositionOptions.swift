package import WirelineCore

/// The options that describe a request, beside the items of the command line.
package struct CompositionOptions: Sendable {
  @Option(
    "request", "method", "Request method; may also precede the URL", short: "X",
    isConfigurable: false, values: .words(.methods))
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
    "json", "json", "Send JSON; @file reads a file", isConfigurable: false,
    values: .content)
  var json: [String]
  @Option(
    "form", "name=content",
    "Send a multipart form; name=@file uploads a file, name=<file reads text",
    short: "F", isConfigurable: false, values: .formPart)
  var form: [String]
  @Option("boundary", "text", "Separator of the parts of a multipart form", isConfigurable: false)
  var boundary: MultipartBoundary?
  @Flag("compress-body", "Compress the request body with gzip if that makes it shorter")
  var compressBody: Bool
  @Flag("head", "Send a HEAD request and print the header fields", short: "I")
  var head: Bool
  @Option(
    "user", "user:password", "User and password for basic authentication", short: "u",
    isConfigurable: false)
  var user: String?
  @Option("bearer-file", "file", "Send the bearer token in this file")
  var bearerFile: String?
  @Option("referer", "url", "Value of the Referer field", short: "e", isConfigurable: false)
  var referer: HeaderValue?
  @Option(
    "env", "name", "Use the base URL and header fields of this environment of the configuration",
    values: .words(WordList("environments") { NamedEnvironment.words($0.environment) }))
  var env: String?
  @Option(
    "call", "group.name", "Send this request from the file of named calls", isConfigurable: false,
    values: .words(WordList("calls") { callWords($0) }))
  var call: String?
  @Option(
    "calls-file", "file", "File of named calls",
    default: "calls.json beside the configuration file")
  var callsFile: String?
  @Option("base-url", "url", "Base of URLs that begin with /, such as https://api.example.com")
  package var baseUrl: String?
  @Option("var", "name=value", "Value of {name} in the URL", isConfigurable: false)
  var `var`: [String]

  var exclusiveOptions: [[OptionDeclaration]] { [[$user, $bearerFile]] }

  var describesRequest: Bool {
    boundary != nil || ![data, dataBinary, dataRaw, json, form, `var`].allSatisfy(\.isEmpty)
  }

  var hasAuthorization: Bool { user != nil || bearerFile != nil }
}

extension CompositionOptions {
  /// Returns the composer for a request on the command line.
  ///
  /// - Parameter words: `[METHOD] URL [ITEM…]`, or with `--call` only items.
  func composer(
    _ words: [String], _ environment: Environment
  ) throws(UsageError) -> RequestComposer {
    var items = words[...]
    var composer: RequestComposer
    if let call {
      composer = RequestComposer(method: request, url: "")
      composer.base = try namedCall(call, environment)
    } else {
      let method = try method(takingFrom: &items)
      try Self.check(method)
      composer = RequestComposer(method: method, url: try url(items.removeFirst(), environment))
    }
    composer.items = try Self.items(items)
    composer.content = try content()
    composer.isHead = head
    composer.boundary = boundary?.text
    return composer
  }

  private func method(takingFrom words: inout ArraySlice<String>) throws(UsageError) -> String? {
    guard words.count > 1, let first = words.first, RequestSpecification.isMethod(first) else {
      return request
    }
    if let request, request != first {
      throw UsageError("two methods: \"\(request)\" and \"\(first)\"")
    }
    words.removeFirst()
    return first
  }

  private func namedCall(
    _ name: String, _ environment: Environment
  ) throws(UsageError) -> RequestSpecification {
    let path: String
    if let callsFile { path = callsFile } else { path = try Self.defaultCallsFile(environment) }
    return try NamedCall.request(name, in: try Self.content(of: path), path: path) {
      text throws(UsageError) in URLShorthand.expanded(try url(text, environment))
    }
  }

  private static func content(of path: String) throws(UsageError) -> [UInt8] {
    do throws(FileError) {
      return try FileBytes.read(path)
    } catch {
      throw UsageError(error)
    }
  }

  private static func defaultCallsFile(_ environment: Environment) throws(UsageError) -> String {
    do throws(DirectoryUnknown) {
      return try Directories { environment[$0] }.path(.config, "calls.json")
    } catch {
      throw UsageError(error.description, hint: "name the file with --calls-file")
    }
  }

  /// Returns the calls of the file that a run would read.
  private static func callWords(_ scene: CompletionContext) -> [WordList.Word] {
    guard
      let path = scene.path(of: "calls-file") ?? (try? defaultCallsFile(scene.environment)),
      let bytes = try? FileBytes.read(path)
    else { return [] }
    return NamedCall.names(in: bytes).map { WordList.Word($0) }
  }

  private func namedEnvironment(
    _ environment: Environment
  ) throws(UsageError) -> NamedEnvironment {
    var named = NamedEnvironment()
    if let env { named = try NamedEnvironment.named(env, environment) }
    if let baseUrl { named.baseURL = baseUrl }
    return named
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
      method: head ? "HEAD" : request, baseURL: named.baseURL.map(URLShorthand.expanded),
      headers: HeaderFields(named.headers.fields.filter { !isGiven($0.name) }))
    do throws(InvalidURL) {
      if defaults.baseURL != nil { _ = try RequestURL(defaults.located("/")) }
    } catch {
      throw UsageError("invalid --base-url: \(error.description)", hint: error.hint)
    }
    return defaults
  }

  private static func check(_ method: String?) throws(UsageError) {
    guard let method, !RequestSpecification.isToken(method) else { return }
    throw UsageError("invalid value \"\(method)\" for --request: expected a method such as PUT")
  }

  private static func items(_ words: ArraySlice<String>) throws(UsageError) -> [RequestItem] {
    var items: [RequestItem] = []
    for word in words {
      if word.hasPrefix("http://") || word.hasPrefix("https://") {
        throw UsageError(
          "more than one URL: \"\(InvalidURL(text: word, reason: "").text)\"",
          hint: "pipe several URLs into req, one per line")
      }
      items.append(try RequestItem(word))
    }
    return items
  }

  private func content() throws(UsageError) -> RequestComposer.Content {
    var pieces = data.map { ContentArgument($0) }
    pieces += dataBinary.map { text in
      if case .file(let path) = ContentArgument(text) { return .binaryFile(path: path) }
      return .text(text)
    }
    pieces += dataRaw.map { ContentArgument.text($0) }
    guard [pieces.isEmpty, json.isEmpty, form.isEmpty].count(where: { !$0 }) <= 1 else {
      throw UsageError("--data, --json and --form cannot be combined: a request has one body")
    }
    if !json.isEmpty { return .json(json.map { ContentArgument($0) }) }
    if form.isEmpty { return pieces.isEmpty ? .none : .data(pieces) }
    var parts: [FormArgument] = []
    for text in form {
      guard let part = FormArgument(text) else {
        throw UsageError("invalid value \"\(text)\" for --form: expected name=content")
      }
      parts.append(part)
    }
    return .form(parts)
  }

  private func url(_ word: String, _ environment: Environment) throws(UsageError) -> String {
    var values: [String: String] = [:]
    for text in `var` {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw UsageError("invalid value \"\(text)\" for --var: expected name=value")
      }
      values[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    let based = RequestDefaults(baseURL: try namedEnvironment(environment).baseURL).located(word)
    return try URLTemplate.filled(based) { values[$0] }
  }

  /// Returns the `Authorization` value of the options, a secret; nil without such an option.
  ///
  /// - Parameter shutdown: interrupts the prompt for a password.
  func authorization(_ shutdown: ShutdownSignal) throws(UsageError) -> String? {
    if let user {
      return BasicCredentials.value(
        user.contains(":")
          ? user : user + ":" + (TerminalPassword.ask(for: user, shutdown: shutdown) ?? ""))
    }
    guard let bearerFile else { return nil }
    let lines = String(decoding: try Self.content(of: bearerFile), as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    guard let token = lines.first.map({ String($0).trimmingSpaces }), !token.isEmpty else {
      throw UsageError(
        "the first line of \"\(bearerFile)\" has no token", status: .unauthorized)
    }
    return "Bearer " + token
  }
}
