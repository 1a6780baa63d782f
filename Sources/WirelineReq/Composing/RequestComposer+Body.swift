internal import WirelineCore
internal import WirelineRequests

/// Composes the body, from options or from items.
extension RequestComposer {
  var fields: [RequestItem] {
    items.filter { item in
      switch item {
      case .text, .textFile, .json, .jsonFile, .file, .body: true
      case .header, .withoutHeader, .query: false
      }
    }
  }

  /// Parameters of `-F` without a meaning.
  var ignoredParameters: [String] {
    if case .form(let parts) = content { parts.flatMap(\.ignored) } else { [] }
  }

  var isMultipart: Bool { fields.contains { if case .file = $0 { true } else { false } } }

  var rawFile: String? {
    fields.lazy.compactMap { if case .body(let path) = $0 { path } else { nil } }.first
  }

  /// The `Accept` field that a JSON body implies: that of curl's `--json`, or that of HTTPie.
  var accept: String? {
    if case .json = content { return "application/json" }
    return sendsJSONItems ? Self.acceptOfItems : nil
  }

  static let acceptOfItems = "application/json, */*;q=0.5"

  /// Whether a field may be a default of the composer.
  static func isImplied(_ field: HeaderFields.Field) -> Bool {
    field.name == "Accept" && ["application/json", acceptOfItems].contains(field.value)
  }

  /// Whether items form a JSON body.
  var sendsJSONItems: Bool {
    content == .none && !fields.isEmpty && !isMultipart && !makesForm && rawFile == nil
  }

  func body() throws(UsageError) -> RequestBody {
    if content != .none, !fields.isEmpty {
      throw UsageError(
        "--data, --json, --form and --upload-file cannot be used with items that form a body")
    }
    if sendsDataAsQuery { return .none }
    switch content {
    case .none: return fields.isEmpty ? try inputBody() : try bodyOfItems()
    case .data(let pieces):
      let joined = try bytes(of: pieces, separator: [0x26], keepsLineBreaks: false)
      return .bytes(joined, mediaType: "application/x-www-form-urlencoded")
    case .json(let pieces):
      let joined = try bytes(of: pieces, separator: [], keepsLineBreaks: true)
      _ = try converting({ UsageError("invalid JSON in --json: \($0)") }, JSONView.parse, joined)
      return .bytes(joined, mediaType: "application/json")
    case .form(let parts): return .multipart(try multipart(parts.map(part)))
    // Each URL has its own file.
    case .upload: return .none
    }
  }

  func upload(
    _ path: String, with request: inout RequestSpecification
  ) throws(UsageError) {
    // curl's `.` reads without waiting for whole pieces, as is always the case here.
    let path = path == "." ? "-" : path
    request.method = method ?? baseMethod ?? "PUT"
    // Like curl, uploads to a folder under the name of the file.
    if path != "-", request.url.path.hasSuffix("/"), request.url.query == nil {
      request.url.path += PercentEncoding.component(Self.lastComponent(of: path))
    }
    if streamsInput, path == "-", offset == nil {
      request.body = .input
      request.retryLimit = 0
      return
    }
    guard let offset else {
      request.body =
        try files.isRegular(path)
        ? .file(path: path, mediaType: nil) : .bytes(try files.bytes(path), mediaType: nil)
      return
    }
    let bytes = try files.bytes(path)
    guard offset < bytes.count else {
      throw UsageError("--continue-at is after the end of \"\(path)\"", status: .cannotRead)
    }
    request.body = .bytes(Array(bytes.dropFirst(offset)), mediaType: nil)
    request.headers.set("Content-Range", "bytes \(offset)-\(bytes.count - 1)/\(bytes.count)")
  }

  private func inputBody() throws(UsageError) -> RequestBody {
    guard readsInput else { return .none }
    let bytes = try files.bytes("-")
    if bytes.isEmpty { return .none }
    if (try? JSONView.parse(bytes)) != nil { return .bytes(bytes, mediaType: "application/json") }
    let isText = String(validating: bytes, as: UTF8.self) != nil
    return .bytes(
      bytes, mediaType: isText ? RequestBody.textMediaType : Multipart.Part.binaryMediaType)
  }

  func bytes(
    of pieces: [ContentArgument], separator: [UInt8], keepsLineBreaks: Bool
  ) throws(UsageError) -> [UInt8] {
    var joined: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { joined += separator }
      joined += try piece.bytes(keepsLineBreaks: keepsLineBreaks, files)
    }
    return joined
  }

  private func bodyOfItems() throws(UsageError) -> RequestBody {
    if let path = rawFile {
      guard fields.count == 1 else {
        throw UsageError("\"@\(path)\" is the whole body: it cannot be used with other fields")
      }
      let type = FileMediaType.of(path)
      return try files.isRegular(path)
        ? .file(path: path, mediaType: type) : .bytes(try files.bytes(path), mediaType: type)
    }
    if isMultipart { return .multipart(try multipart(fields.map(part))) }
    if makesForm { return try formOfItems() }
    var document: ComposedJSON?
    for item in fields {
      let (name, value) = try jsonField(item)
      let field = try NestedField(name)
      var composed = document ?? ComposedJSON.empty(for: field.steps[...])
      if let message = composed.set(field.steps[...], value) {
        throw RequestItem.invalid(name, because: message, hint: nil)
      }
      document = composed
    }
    var writer = JSONWriter()
    document?.write(to: &writer)
    return .bytes(writer.bytes, mediaType: "application/json")
  }

  private func formOfItems() throws(UsageError) -> RequestBody {
    var pairs: [(name: String, value: String)] = []
    for item in fields {
      switch item {
      case .text(let name, let text): pairs.append((name, text))
      case .textFile(let name, let path):
        pairs.append((name, String(decoding: try files.bytes(path), as: UTF8.self)))
      default:
        let (name, value) = try jsonField(item)
        pairs.append((name, String(decoding: value, as: UTF8.self)))
      }
    }
    return .form(pairs)
  }

  private func jsonField(_ item: RequestItem) throws(UsageError) -> (name: String, value: [UInt8]) {
    var writer = JSONWriter()
    switch item {
    case .text(let name, let text):
      writer.string(text)
      return (name, writer.bytes)
    case .textFile(let name, let path):
      writer.string(utf8: try files.bytes(path))
      return (name, writer.bytes)
    case .json(let name, let value): return (name, value)
    case .jsonFile(let name, let path):
      let bytes = try files.bytes(path)
      guard let value = try? JSONScanner.compacted(bytes) else {
        throw UsageError("\"\(path)\" is not JSON")
      }
      return (name, value)
    case .file, .body, .header, .withoutHeader, .query: return ("", [])
    }
  }

  // MARK: Parts

  private func multipart(_ parts: [Multipart.Part]) -> Multipart {
    boundary.map { Multipart(parts: parts, boundary: $0) } ?? Multipart(parts: parts)
  }

  private func part(_ item: RequestItem) throws(UsageError) -> Multipart.Part {
    switch item {
    case .file(let name, let path, let mediaType, let filename):
      return try filePart(
        name, path: path, mediaType: mediaType ?? FileMediaType.of(path), filename: filename)
    case .text(let name, let text):
      return Multipart.Part(name: name, content: .bytes(Array(text.utf8)))
    case .textFile(let name, let path):
      return Multipart.Part(name: name, content: .bytes(try files.bytes(path)))
    default:
      let (name, value) = try jsonField(item)
      return Multipart.Part(name: name, content: .bytes(value), mediaType: "application/json")
    }
  }

  private func part(_ argument: FormArgument) throws(UsageError) -> Multipart.Part {
    var part = Multipart.Part(
      name: argument.name, content: .bytes([]), filename: argument.filename,
      mediaType: argument.mediaType)
    switch argument.content {
    case .text(let text): part.content = .bytes(Array(text.utf8))
    case .textFile(let path): part.content = .bytes(try files.bytes(path))
    case .file(let path):
      var type = FileMediaType.of(argument.filename ?? path, isForm: true)
      if type == Multipart.Part.binaryMediaType { type = FileMediaType.of(path, isForm: true) }
      part = try filePart(
        argument.name, path: path, mediaType: argument.mediaType ?? type,
        filename: argument.filename)
    }
    for text in argument.headers { part.headers += try lines(ofPart: text) }
    if let encoder = argument.encoder {
      part.headers.append("Content-Transfer-Encoding: \(encoder.rawValue)")
      if let encode = encoder.encode {
        switch part.content {
        case .bytes(let bytes): part.content = .bytes(encode(bytes))
        case .file(let path): part.content = .bytes(encode(try files.bytes(path)))
        }
      }
    }
    return part
  }

  /// Returns the header lines of a part: a line, or those in a file after `@`.
  private func lines(ofPart text: String) throws(UsageError) -> [String] {
    guard text.hasPrefix("@") else { return [text] }
    let content = String(decoding: try files.bytes(String(text.dropFirst())), as: UTF8.self)
    return content.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(String.init)
  }

  private func filePart(
    _ name: String, path: String, mediaType: String, filename: String?
  ) throws(UsageError) -> Multipart.Part {
    let content: BodySegment =
      try files.isRegular(path) ? .file(path: path) : .bytes(try files.bytes(path))
    return Multipart.Part(
      name: name, content: content, filename: filename ?? Self.lastComponent(of: path),
      mediaType: mediaType)
  }

  static func lastComponent(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
