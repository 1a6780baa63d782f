internal import WirelineCore
internal import WirelineRequests

/// Composes requests from command-line arguments: method, URLs, items and bodies in the syntax of
/// HTTPie and curl.
struct RequestComposer: Sendable {
  /// A body given by options.
  enum Content: Sendable, Equatable {
    case none
    /// `-d`: URL-encoded pieces, joined by `&`.
    case data([ContentArgument])
    /// `--json`: pieces, concatenated.
    case json([ContentArgument])
    /// `-F`: parts.
    case form([FormArgument])
    /// `-T`: files for the first URLs, `-` for stdin.
    case upload([String])
  }

  var method: String?
  var urls: [String]
  /// The patterns that the URLs match; empty for a named call.
  var matches: [URLPattern.Match] = []
  var base: RequestSpecification?
  /// The method of the base; nil if it depends on the body.
  var baseMethod: String?
  var items: [RequestItem] = []
  var content = Content.none
  var isHead = false
  /// Whether the data of the options is appended to the query: `-G`.
  var sendsDataAsQuery = false
  var query: [ContentArgument] = []
  /// Whether items make a URL-encoded form instead of JSON.
  var makesForm = false
  /// Whether stdin is the body of a request without another one.
  var readsInput = false
  var boundary: String?
  /// The scheme of URLs without one; nil for that of `URLShorthand`.
  var scheme: String?
  /// Whether `-T -` is sent while it is read, rather than read first.
  var streamsInput = false
  /// The first byte of uploaded files.
  var offset: Int?
  /// Whether an option sets this header field.
  var isGiven: @Sendable (String) -> Bool = { _ in false }
  var files: any ComposedFiles = SystemFiles()

  /// Composes a request for each URL. Reads the necessary files, and checks that the files to be
  /// sent exist.
  func specifications() throws(UsageError) -> [RequestSpecification] {
    var template = try template()
    let body = try body()
    if body != .none { template.body = body }
    // A given boundary has to be preserved in records too.
    if boundary != nil, case .multipart(let multipart) = body {
      template.headers.setDefault("Content-Type", multipart.mediaType)
    }
    if let accept, !isGiven("Accept") { template.add(defaults: ["Accept": accept]) }
    var implied = baseMethod ?? (template.body == .none ? "GET" : "POST")
    var uploads: [String] = []
    if case .upload(let paths) = content { uploads = paths }
    if isHead {
      if method == nil, template.body != .none || !uploads.isEmpty {
        throw UsageError(
          "--head cannot be used with a body", hint: "append the data to the query with --get")
      }
      implied = "HEAD"
    }
    template.method = method ?? implied
    try check(template.headers)
    let added = try addedQuery()
    var requests = base == nil ? [] : [template]
    for url in urls {
      template.url = try parsed(url)
      requests.append(template)
    }
    for index in requests.indices {
      if index < uploads.count { try upload(uploads[index], with: &requests[index]) }
      Self.add(added, to: &requests[index].url)
    }
    return requests
  }

  /// The request without its body; its URL is the first one.
  private func template() throws(UsageError) -> RequestSpecification {
    var request: RequestSpecification
    if let base { request = base } else { request = RequestSpecification(url: try parsed(urls[0])) }
    for item in items {
      switch item {
      case .header(let name, let value): request.headers.set(name, value)
      case .withoutHeader(let name): request.suppressedHeaders.append(name)
      case .query, .text, .textFile, .json, .jsonFile, .file, .body: break
      }
    }
    return request
  }

  private func parsed(_ url: String) throws(UsageError) -> RequestURL {
    try converting(
      {
        UsageError(
          $0.description, hint: $0.hint, status: $0.isUnsupportedScheme ? .failure : .malformedURL)
      }, RequestURL.init, URLShorthand.expanded(url, scheme: scheme))
  }

  private func check(_ headers: HeaderFields) throws(UsageError) {
    try converting({ UsageError($0.description) }, headers.validate)
  }

  private static func add(_ query: [String], to url: inout RequestURL) {
    if query.isEmpty { return }
    let all = [url.query].compactMap(\.self).filter { !$0.isEmpty } + query
    url.query = all.joined(separator: "&")
  }

  // MARK: Query

  private func addedQuery() throws(UsageError) -> [String] {
    var added: [String] = []
    if sendsDataAsQuery { added.append(try dataQuery()) }
    for piece in query { added.append(try text(of: [piece])) }
    let pairs = items.compactMap { item -> (name: String, value: String)? in
      if case .query(let name, let value) = item { (name, value) } else { nil }
    }
    if !pairs.isEmpty { added.append(PercentEncoding.form(pairs)) }
    return added.filter { !$0.isEmpty }
  }

  private func dataQuery() throws(UsageError) -> String {
    switch content {
    case .none: return ""
    case .data(let pieces), .json(let pieces): return try text(of: pieces)
    case .form, .upload: throw UsageError("--get cannot be used with --form or --upload-file")
    }
  }

  private func text(of pieces: [ContentArgument]) throws(UsageError) -> String {
    let bytes = try bytes(of: pieces, separator: [0x26], keepsLineBreaks: false)
    // A query ends at `#`, RFC 3986 §3.4.
    return PercentEncoding.lenient(bytes).split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: "%23")
  }
}
