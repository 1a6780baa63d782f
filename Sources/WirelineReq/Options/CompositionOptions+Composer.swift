internal import WirelineCore
internal import WirelineRequests

extension CompositionOptions {
  /// Returns the composer for the requests on the command line.
  ///
  /// - Parameters:
  ///   - words: `[METHOD] URL [ITEM…]`, or with `--call` only items.
  ///   - order: the names of the given options, which decides the order of pieces of a body.
  func composer(
    _ words: [String], _ environment: Environment, order: [String]
  ) throws(UsageError) -> RequestComposer {
    var items = words[...]
    var composer = RequestComposer(method: request, urls: [])
    if let call {
      (composer.base, composer.baseMethod) = try namedCall(call, environment)
    } else {
      composer.method = try method(takingFrom: &items)
      try Self.check(composer.method)
      // stdin of a command typed for curl is not a body.
      composer.readsInput =
        request == nil && !ignoreStdin && ["POST", "PUT", "PATCH"].contains(composer.method)
      composer.matches = try matches(takingFrom: &items, environment)
      composer.urls = composer.matches.map(\.text)
    }
    for word in items { composer.items.append(try RequestItem(word)) }
    composer.content = try content(order)
    if case .upload = composer.content, call == nil {
      composer.content = .upload(composer.matches.compactMap(\.upload))
    }
    composer.isHead = head
    composer.sendsDataAsQuery = get
    composer.query = urlQuery.map {
      $0.hasPrefix("+") ? .text(String($0.dropFirst())) : .encoded($0)
    }
    composer.makesForm = asForm
    composer.boundary = boundary?.text
    composer.scheme = protoDefault
    if let protoDefault, !["http", "https"].contains(protoDefault.lowercased()) {
      throw UsageError("unsupported scheme \"\(protoDefault)\"", status: .failure)
    }
    return composer
  }

  private func method(takingFrom words: inout ArraySlice<String>) throws(UsageError) -> String? {
    guard let first = words.first.flatMap(RequestSpecification.method) else { return request }
    guard words.count > 1 || !url.isEmpty else {
      guard ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"].contains(first) else {
        return request
      }
      throw UsageError("missing URL", hint: "type req \(first) URL")
    }
    if let request, request != first {
      throw UsageError("two methods: \"\(request)\" and \"\(first)\"")
    }
    words.removeFirst()
    return first
  }

  /// Returns the URLs that `--url` and operands give; the other words are items.
  private func matches(
    takingFrom words: inout ArraySlice<String>, _ environment: Environment
  ) throws(UsageError) -> [URLPattern.Match] {
    var given: [URLPattern.Match] = []
    for text in url {
      let isFile = text.hasPrefix("@")
      given += try (isFile ? Self.lines(text.dropFirst()) : [text]).map {
        URLPattern.Match(text: $0, isListed: isFile)
      }
    }
    let first = given.isEmpty ? words.popFirst() : nil
    let others = words.filter(Self.isURL)
    if let first {
      try Self.checkFirst(first, others: others)
      given.append(URLPattern.Match(text: first))
    }
    given += others.map { URLPattern.Match(text: $0) }
    if given.isEmpty { throw UsageError("missing URL: the --url file is empty") }
    words = words.filter { !Self.isURL($0) }[...]
    let base = try namedEnvironment(environment).baseURL
    var matches: [URLPattern.Match] = []
    for (index, source) in given.enumerated() {
      // Each -T belongs to one URL, for which it may name several files.
      let isUpload = index < uploadFile.count
      for file in try isUpload ? expanded(uploadFile[index], index) : [source] {
        for var match in try expanded(source.text, index, isLiteral: source.isListed) {
          // curl's users escape braces.
          let isLiteral =
            source.isListed || match.text != source.text && source.text.contains(text: "\\{")
          match.text = try url(match.text, base: base, isLiteral: isLiteral)
          match.isListed = source.isListed
          if isUpload {
            match.upload = file.text
            match.values += file.values
            match.named.merge(file.named) { $1 }
          }
          matches.append(match)
        }
      }
    }
    return matches
  }

  private func expanded(
    _ text: String, _ argument: Int, isLiteral: Bool = false
  ) throws(UsageError) -> [URLPattern.Match] {
    globoff || isLiteral
      ? [URLPattern.Match(text: text, argument: argument)]
      : try URLPattern.matches(of: text, argument: argument)
  }

  /// The URLs in a file, one per line.
  private static func lines(_ path: Substring) throws(UsageError) -> [String] {
    let text = String(decoding: try SystemFiles().bytes(String(path)), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(\.trimmingSpaces)
      .filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Whether a further word is a URL rather than an item.
  private static func isURL(_ word: String) -> Bool {
    if word.hasPrefix("http://") || word.hasPrefix("https://") { return true }
    if namesPort(word) { return true }
    guard word.first?.isLetter == true, word.contains(where: { "./".contains($0) }) else {
      return false
    }
    return (try? RequestItem(word)) == nil && FileAttributes(word) == nil
  }

  /// Whether a word begins with a host and a port, and a path or a dot distinguishes it from a
  /// header field: `localhost:8080/b`.
  private static func namesPort(_ word: String) -> Bool {
    let host = word.prefix { $0 != ":" }
    let rest = word.dropFirst(host.count + 1)
    let port = rest.prefix { !"/?#".contains($0) }
    let isHost = host.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
    return isHost && Int(digits: port).map { (1...65535).contains($0) } == true
      && (host.contains(".") || port.endIndex < rest.endIndex)
  }

  /// Rejects words that are evidently not a URL.
  ///
  /// - Parameter others: further URLs.
  private static func checkFirst(_ word: String, others: [String]) throws(UsageError) {
    if word.trimmingSpaces.isEmpty {
      throw UsageError("missing URL: the operand is empty", hint: "type req [METHOD] URL [ITEM…]")
    }
    if !others.isEmpty, word != "localhost", word.utf8.allSatisfy(\.isASCIIAlphanumeric) {
      throw UsageError(
        "\"\(word)\" is neither a known method nor a URL",
        hint: "type \(word.uppercased()) for a method, or http://\(word)/ for a host")
    }
    if word.hasPrefix("@") {
      throw UsageError("missing URL before \"\(word)\"", hint: "type req URL \(word)")
    }
    if word == "-" {
      throw UsageError("\"-\" is not a URL", hint: "the body goes to stdout by default")
    }
    guard !word.contains("/"), !word.contains(":"), FileAttributes(word)?.isFile == true else {
      return
    }
    throw UsageError(
      "\"\(word)\" is a file, not a URL",
      hint: "type req < \(ShellWord.quoted(word)) to read requests from it")
  }

  private func content(_ order: [String]) throws(UsageError) -> RequestComposer.Content {
    var (plain, binary, raw) = (data[...], dataBinary[...], dataRaw[...])
    var encoded = dataUrlencode[...]
    let pieces: [ContentArgument] = order.compactMap { name in
      switch name {
      case $data.name: plain.popFirst().map { ContentArgument($0) }
      case $dataBinary.name: binary.popFirst().map { ContentArgument(binary: $0) }
      case $dataRaw.name: raw.popFirst().map { .text($0) }
      case $dataUrlencode.name: encoded.popFirst().map { .encoded($0) }
      default: nil
      }
    }
    let isEmpty = [pieces.isEmpty, json.isEmpty, form.isEmpty && formString.isEmpty]
    let bodies = isEmpty.count { !$0 } + (uploadFile.isEmpty ? 0 : 1)
    guard bodies <= 1 else {
      throw UsageError(
        "--data, --json, --form and --upload-file cannot be combined: a request has one body")
    }
    if !uploadFile.isEmpty { return .upload(uploadFile) }
    if !json.isEmpty { return .json(json.map { ContentArgument($0) }) }
    if !pieces.isEmpty { return .data(pieces) }
    var (forms, strings) = (form[...], formString[...])
    var parts: [FormArgument] = []
    for name in order {
      let isLiteral = name == $formString.name
      guard isLiteral || name == $form.name,
        let text = isLiteral ? strings.popFirst() : forms.popFirst()
      else { continue }
      guard let part = FormArgument(text, isLiteral: isLiteral) else {
        throw UsageError(
          "invalid value \"\(text)\" for --form: expected name=content",
          hint: "HTTPie's --form is --as-form")
      }
      parts.append(part)
    }
    return parts.isEmpty ? .none : .form(parts)
  }

  func url(
    _ word: String, base: String?, isLiteral: Bool = false
  ) throws(UsageError) -> String {
    var values: [String: String] = [:]
    for text in `var` {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw UsageError("invalid value \"\(text)\" for --var: expected name=value")
      }
      values[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    let based = RequestDefaults(baseURL: base).located(word)
    if based.hasPrefix("/"), !based.hasPrefix("//") {
      throw UsageError(
        "\"\(word)\" is a path without a host",
        hint: "name the host with --base-url https://api.example.com or --env")
    }
    return globoff || isLiteral ? based : try URLTemplate.filled(based) { values[$0] }
  }
}
