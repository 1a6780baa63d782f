internal import WirelineCore

/// Composes a request from command-line arguments: method, URL, items and bodies in the syntax of
/// HTTPie and curl.
struct RequestComposer: Sendable {
  enum Content: Sendable, Equatable {
    case none
    /// `-d`: URL-encoded pieces, joined by `&`.
    case data([ContentArgument])
    /// `--json`: pieces, concatenated.
    case json([ContentArgument])
    /// `-F`: parts.
    case form([FormArgument])
  }

  var method: String?
  var url: String
  var base: RequestSpecification?
  var items: [RequestItem] = []
  var content = Content.none
  var isHead = false
  var boundary: String?
  var files: any ComposedFiles = SystemFiles()

  /// Composes the request. Reads the necessary files, and checks that the files to be sent exist.
  func specification() throws(UsageError) -> RequestSpecification {
    var request = try located()
    for item in items {
      switch item {
      case .header(let name, let value): request.headers.set(name, value)
      case .emptyHeader(let name): request.headers.set(name, "")
      case .withoutHeader(let name): request.suppressedHeaders.append(name)
      case .query, .text, .textFile, .json, .jsonFile, .file: break
      }
    }
    request.url.append(
      query: items.compactMap {
        if case .query(let name, let value) = $0 { (name, value) } else { nil }
      })
    let body = try body()
    if body != .none { request.body = body }
    // A given boundary has to be preserved in records too.
    if boundary != nil, case .multipart(let multipart) = body {
      request.headers.setDefault("Content-Type", multipart.mediaType)
    }
    if isJSON, !request.suppressedHeaders.contains(where: { $0.isSameFieldName(as: "Accept") }) {
      request.headers.setDefault("Accept", "application/json, */*;q=0.5")
    }
    let implied = isHead ? "HEAD" : base?.method ?? (request.body == .none ? "GET" : "POST")
    request.method = method ?? implied
    try check(request.headers)
    return request
  }

  private func located() throws(UsageError) -> RequestSpecification {
    if let base { return base }
    do throws(InvalidURL) {
      return RequestSpecification(url: try RequestURL(URLShorthand.expanded(url)))
    } catch {
      throw UsageError(error.description, hint: error.hint, status: .malformedURL)
    }
  }

  private func check(_ headers: HeaderFields) throws(UsageError) {
    do throws(InvalidHeaderField) {
      try headers.validate()
    } catch {
      throw UsageError(error.description)
    }
  }

  // MARK: Body

  private var fields: [RequestItem] {
    items.filter { item in
      switch item {
      case .text, .textFile, .json, .jsonFile, .file: true
      case .header, .emptyHeader, .withoutHeader, .query: false
      }
    }
  }

  private var isJSON: Bool {
    if case .json = content { return true }
    return content == .none && !fields.isEmpty && !isMultipart
  }

  private var isMultipart: Bool { fields.contains { if case .file = $0 { true } else { false } } }

  private func body() throws(UsageError) -> RequestBody {
    if content != .none, !fields.isEmpty {
      throw UsageError("--data, --json and --form cannot be used with items that form a body")
    }
    switch content {
    case .none: return fields.isEmpty ? .none : try bodyOfItems()
    case .data(let pieces):
      let joined = try bytes(of: pieces, separator: [0x26], keepsLineBreaks: false)
      return .bytes(joined, mediaType: "application/x-www-form-urlencoded")
    case .json(let pieces):
      let joined = try bytes(of: pieces, separator: [], keepsLineBreaks: true)
      do throws(JSONSyntaxError) {
        _ = try JSONView.parse(joined)
      } catch {
        throw UsageError("invalid JSON in --json: \(error)")
      }
      return .bytes(joined, mediaType: "application/json")
    case .form(let parts): return .multipart(try multipart(parts.map(part)))
    }
  }

  private func bytes(
    of pieces: [ContentArgument], separator: [UInt8], keepsLineBreaks: Bool
  ) throws(UsageError) -> [UInt8] {
    var joined: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      if index > 0 { joined += separator }
      switch piece {
      case .text(let text): joined += Array(text.utf8)
      case .file(let path):
        let read = try files.bytes(path)
        // Like curl's --data; scripts rely on it.
        joined += keepsLineBreaks ? read : read.filter { $0 != 0x0A && $0 != 0x0D }
      case .binaryFile(let path): joined += try files.bytes(path)
      }
    }
    return joined
  }

  private func bodyOfItems() throws(UsageError) -> RequestBody {
    if isMultipart { return .multipart(try multipart(fields.map(part))) }
    var document: ComposedJSON?
    for item in fields {
      guard let (name, value) = try jsonField(item) else { continue }
      let field = try NestedField(name)
      var composed = document ?? ComposedJSON.empty(for: field.steps[...])
      if let message = composed.set(field.steps[...], value) {
        throw RequestItem.invalid(name, message, hint: nil)
      }
      document = composed
    }
    var writer = JSONWriter()
    document?.write(to: &writer)
    return .bytes(writer.bytes, mediaType: "application/json")
  }

  private func jsonField(
    _ item: RequestItem
  ) throws(UsageError) -> (name: String, value: [UInt8])? {
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
    case .file, .header, .emptyHeader, .withoutHeader, .query: return nil
    }
  }

  // MARK: Parts

  private func multipart(_ parts: [Multipart.Part]) -> Multipart {
    boundary.map { Multipart(parts: parts, boundary: $0) } ?? Multipart(parts: parts)
  }

  private func part(_ item: RequestItem) throws(UsageError) -> Multipart.Part {
    switch item {
    case .file(let name, let path, let mediaType, let filename):
      return try filePart(name, path, mediaType, filename)
    case .text(let name, let text):
      return Multipart.Part(name: name, content: .bytes(Array(text.utf8)))
    case .textFile(let name, let path):
      return Multipart.Part(name: name, content: .bytes(try files.bytes(path)))
    default:
      let (name, value) = try jsonField(item) ?? ("", [])
      return Multipart.Part(name: name, content: .bytes(value), mediaType: "application/json")
    }
  }

  private func part(_ argument: FormArgument) throws(UsageError) -> Multipart.Part {
    switch argument.content {
    case .text(let text):
      return Multipart.Part(
        name: argument.name, content: .bytes(Array(text.utf8)), filename: argument.filename,
        mediaType: argument.mediaType)
    case .textFile(let path):
      return Multipart.Part(
        name: argument.name, content: .bytes(try files.bytes(path)), filename: argument.filename,
        mediaType: argument.mediaType)
    case .file(let path):
      return try filePart(argument.name, path, argument.mediaType, argument.filename)
    }
  }

  private func filePart(
    _ name: String, _ path: String, _ mediaType: String?, _ filename: String?
  ) throws(UsageError) -> Multipart.Part {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    if path == "-" || !files.isRegular(path) {
      return Multipart.Part(
        name: name, content: .bytes(try files.bytes(path)), filename: filename ?? last,
        mediaType: mediaType ?? "application/octet-stream")
    }
    let guessed = try files.mediaType(path)
    return Multipart.Part(
      name: name, content: .file(path: path), filename: filename ?? last,
      mediaType: mediaType ?? guessed)
  }
}
