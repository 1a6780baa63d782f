internal import WirelineCore
internal import WirelineRequests

/// Turns the items of a run into requests.
struct RequestReader: Sendable {
  /// The requests of the command line; if empty, requests are read from stdin.
  var composed: [RequestSpecification] = []
  /// The rows of a `--rows` table, and the request to send for each.
  var rows: RequestRows?
  var defaults = RequestDefaults()
  /// Compresses the body of a request; nil sends it unchanged.
  var compress: (@Sendable (RequestSpecification) -> RequestSpecification)?

  /// Whether the command line describes the requests, and may name any file.
  var isTrusted: Bool { rows != nil || !composed.isEmpty }

  func input(_ context: ToolContext) -> PipeInput {
    if let rows { return rows.input }
    return switch composed.count {
    case 0: PipeInput(operands: [], context: context)
    case 1: .options
    // A URL alone would be sent again without the method, header fields and body.
    default: .operands(composed.map { _ in "" })
    }
  }

  func request(_ item: InputItem) throws(InputRecordError) -> RequestSpecification {
    if composed.indices.contains(item.line - 1) { return composed[item.line - 1] }
    var specification = try specification(item)
    complete(&specification)
    specification.ref = item.ref
    return specification
  }

  private func specification(_ item: InputItem) throws(InputRecordError) -> RequestSpecification {
    if let object = item.object {
      if let rows { return try rows.template.filled(object) }
      return try RequestRecord(object, defaults: defaults).specification
    }
    return RequestSpecification(
      method: defaults.method ?? "GET",
      url: try converting(InputRecordError.init, RequestURL.init, defaults.located(item.text)))
  }

  /// Adds defaults to a request. A password in its URL overrides the credentials of options.
  private func complete(_ request: inout RequestSpecification) {
    // A compressed file or multipart body would occupy memory while the request waits.
    if let compress, case .bytes = request.body { request = compress(request) }
    if let value = request.url.basicCredentials {
      request.add(defaults: ["Authorization": value])
    }
    defaults.addHeaders(to: &request)
  }
}

extension JournalKey {
  /// Combines the `ref` and URL of a request and, unless it is a plain GET, its method and body.
  init(_ item: InputItem, _ request: RequestSpecification) {
    var rest: [UInt8] = []
    if request.method != "GET" || request.body != .none {
      rest = Array("\n\(request.method)\n".utf8)
      for segment in request.body.segments {
        switch segment {
        case .bytes(let bytes): rest += bytes
        case .file(let path): rest += Array(path.utf8)
        }
      }
    }
    self.init(ref: item.ref, url: request.url.text, rest: rest)
  }
}
