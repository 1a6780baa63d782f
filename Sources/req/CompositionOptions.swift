import WirelineCore
import WirelineRequests

/// What a request on the command line is put together from, beside its items.
struct CompositionOptions: Sendable {
  @Option(
    "request", "method", "the method, as an operand before the URL says it too", short: "X",
    isConfigurable: false, values: .words(.methods))
  var request: String?
  @Option(
    "data", "data", "send this as a form; @file: its content without line breaks", short: "d",
    isConfigurable: false, values: .content)
  var data: [String]
  @Option(
    "data-binary", "data", "the same, a file's content as it is", isConfigurable: false,
    values: .content)
  var dataBinary: [String]
  @Option("data-raw", "data", "the same, an @ being no more than that", isConfigurable: false)
  var dataRaw: [String]
  @Option(
    "json", "json", "send this as JSON; @file: its content", isConfigurable: false, values: .content
  )
  var json: [String]
  @Option(
    "form", "name=content",
    "add a part to a multipart body; @file uploads, <file is read into a field", short: "F",
    isConfigurable: false, values: .formPart)
  var form: [String]
  @Option("boundary", "text", "what divides the parts of a multipart body", isConfigurable: false)
  var boundary: MultipartBoundary?
  @Flag("compress-body", "send the body as gzip, if that makes it shorter") var compressBody: Bool
  @Flag("head", "ask for the head only, and print it", short: "I") var head: Bool
  @Option(
    "user", "user:password", "user and password for basic authentication", short: "u",
    isConfigurable: false)
  var user: String?
  @Option("bearer-file", "file", "send the token in this file as a bearer token")
  var bearerFile: String?
  @Option("referer", "url", "the Referer to send", short: "e", isConfigurable: false)
  var referer: HeaderValue?
  @Option(
    "env", "name", "base URL and header fields of this environment of the configuration",
    values: .words(WordList("environments") { NamedEnvironment.words($0.environment) }))
  var env: String?
  @Option(
    "call", "group.name", "the request of this name in a file of calls", isConfigurable: false,
    values: .words(WordList("calls") { callWords($0) }))
  var call: String?
  @Option(
    "calls-file", "file", "where named calls are",
    default: "calls.json beside the configuration file")
  var callsFile: String?
  @Option("base-url", "url", "what a URL that begins with / is put behind") var baseUrl: String?
  @Option("var", "name=value", "the value of {name} in the URL", isConfigurable: false)
  var `var`: [String]

  var exclusiveOptions: [[OptionDeclaration]] { [[$user, $bearerFile]] }
}

extension CompositionOptions {
  /// The request that words and options describe.
  ///
  /// - Parameter words: `[METHOD] URL [ITEM…]`, the URL at least.
  func composer(
    _ words: [String], _ environment: Environment
  ) throws(UsageError) -> RequestComposer {
    if let call { return try composer(of: call, words, environment) }
    var rest = words[...]
    var method = request
    if rest.count > 1, let first = rest.first, RequestSpecification.isMethod(first) {
      if let method, method != first {
        throw UsageError("two methods: \"\(method)\" and \"\(first)\"")
      }
      method = first
      rest = rest.dropFirst()
    }
    try Self.check(method)
    var composer = RequestComposer(method: method, url: try url(rest.removeFirst(), environment))
    composer.items = try items(Array(rest))
    composer.content = try content()
    composer.isHead = head
    composer.boundary = boundary?.text
    return composer
  }

  /// The environment that was named; one that says nothing where none was.
  func place(_ environment: Environment) throws(UsageError) -> NamedEnvironment {
    var place = NamedEnvironment()
    if let env { place = try NamedEnvironment.named(env, environment) }
    if let baseUrl { place.baseURL = baseUrl }
    return place
  }

  /// What requests have that do not say it: the method is for those of a stream.
  ///
  /// - Parameter isGiven: whether an option names this header field.
  func defaults(
    _ environment: Environment, isGiven: (String) -> Bool
  ) throws(UsageError) -> RequestDefaults {
    try Self.check(request)
    let place = try place(environment)
    let defaults = RequestDefaults(
      method: head ? "HEAD" : request, baseURL: place.baseURL.map(URLShorthand.expanded),
      headers: HeaderFields(place.headers.fields.filter { !isGiven($0.name) }))
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

  /// A named call, with what the command line adds to it.
  private func composer(
    of call: String, _ items: [String], _ environment: Environment
  ) throws(UsageError) -> RequestComposer {
    let path: String
    if let callsFile { path = callsFile } else { path = try Self.defaultCallsFile(environment) }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(path)
    } catch {
      throw UsageError(error)
    }
    var composer = RequestComposer(method: request, url: "")
    composer.base = try NamedCall.request(call, in: bytes, path: path) {
      text throws(UsageError) in URLShorthand.expanded(try url(text, environment))
    }
    composer.items = try self.items(items)
    composer.content = try content()
    composer.isHead = head
    composer.boundary = boundary?.text
    return composer
  }

  static func defaultCallsFile(
    _ environment: Environment
  ) throws(UsageError) -> String {
    do throws(DirectoryUnknown) {
      return try Directories { environment[$0] }.path(.config, "calls.json")
    } catch {
      throw UsageError(error.description, hint: "name the file with --calls-file")
    }
  }

  private func items(_ words: [String]) throws(UsageError) -> [RequestItem] {
    var items: [RequestItem] = []
    for word in words {
      if word.hasPrefix("http://") || word.hasPrefix("https://") {
        throw UsageError(
          "a second URL, \"\(InvalidURL(text: word, reason: "").text)\"",
          hint: "pipe several into req, one a line")
      }
      do throws(InvalidRequestItem) {
        items.append(try RequestItem(word))
      } catch {
        throw UsageError(
          error.description,
          hint: "items are name=value name:=json name==query Header:value name@file")
      }
    }
    return items
  }

  private func content() throws(UsageError) -> RequestComposer.Content {
    var pieces = data.map { ContentArgument($0) } + dataBinary.map(Self.binary)
    pieces += dataRaw.map { ContentArgument.text($0) }
    let given = [!pieces.isEmpty, !json.isEmpty, !form.isEmpty].filter { $0 }
    guard given.count <= 1 else {
      throw UsageError("--data, --json and --form cannot be combined: a request has one body")
    }
    if !json.isEmpty { return .json(json.map { ContentArgument($0) }) }
    if !form.isEmpty { return .form(try parts()) }
    return pieces.isEmpty ? .none : .data(pieces)
  }

  private static func binary(_ text: String) -> ContentArgument {
    if case .file(let path) = ContentArgument(text) { .binaryFile(path: path) } else { .text(text) }
  }

  private func parts() throws(UsageError) -> [FormArgument] {
    var parts: [FormArgument] = []
    for text in form {
      guard let part = FormArgument(text) else {
        throw UsageError("invalid value \"\(text)\" for --form: expected name=content")
      }
      parts.append(part)
    }
    return parts
  }

  /// The URL behind its base, its places filled in.
  private func url(_ word: String, _ environment: Environment) throws(UsageError) -> String {
    var values: [String: String] = [:]
    for text in `var` {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw UsageError("invalid value \"\(text)\" for --var: expected name=value")
      }
      values[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    let based = RequestDefaults(baseURL: try place(environment).baseURL).located(word)
    do throws(InvalidURLTemplate) {
      return try URLTemplate.filled(based) { values[$0] }
    } catch {
      throw UsageError(error.description, hint: "give it one with --var name=value")
    }
  }

  /// Whether an option says who asks.
  var hasAuthorization: Bool { user != nil || bearerFile != nil }

  /// Who asks, as far as options say it: a secret; nil where they do not.
  ///
  /// - Parameter shutdown: what may end the wait for a password.
  func authorization(_ shutdown: ShutdownSignal) throws(UsageError) -> String? {
    if let user {
      return BasicCredentials.value(
        user.contains(":")
          ? user : user + ":" + (TerminalPassword.ask(for: user, shutdown: shutdown) ?? ""))
    }
    guard let bearerFile else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(bearerFile)
    } catch {
      throw UsageError(error)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let token = lines.first.map({ String($0).trimmingSpaces }), !token.isEmpty else {
      throw UsageError(
        "there is no token in the first line of \"\(bearerFile)\"", status: .unauthorized)
    }
    return "Bearer " + token
  }
}
