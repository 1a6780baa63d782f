internal import WirelineCore

/// The events of a body while it arrives, each as a JSON document: those of an event stream, or the
/// lines of NDJSON.
struct ResponseStream: Sendable {
  /// Exactly one of these is used.
  private var parser: EventStreamParser?
  private var splitter: LineSplitter?
  private let maximumBytes: Int
  /// Whether an event was the announced end of the stream: `[DONE]`, as OpenAI's services send it.
  private(set) var isDone = false

  /// The maximum size of an event without `--max-body`.
  private static let defaultMaximumBytes = 16 << 20
  private static let lineTypes = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/jsonlines",
    "application/x-jsonlines", "application/json-seq",
  ]
  private static let done = Array("[DONE]".utf8)

  /// - Parameters:
  ///   - type: the media type of the body.
  ///   - position: of an earlier connection.
  ///   - maximumBytes: the maximum size of an event; nil for the default.
  /// - Returns: nil for a body of another type.
  init?(
    type: String?, after position: EventStreamParser.Position = .init(), maximumBytes: Int?
  ) {
    self.maximumBytes = maximumBytes ?? Self.defaultMaximumBytes
    if type == "text/event-stream" {
      parser = EventStreamParser(after: position, maximumBytes: self.maximumBytes)
    } else if let type, Self.lineTypes.contains(type) {
      splitter = LineSplitter(maximumLineBytes: self.maximumBytes)
    } else {
      return nil
    }
  }

  /// The lines of a body with another type. Kubernetes, Docker and CouchDB call theirs JSON.
  ///
  /// - Parameter lineEnd: the position of the first line feed, which something else follows.
  /// - Returns: nil unless the first line is an object. A document cannot continue after it.
  init?(linesOf body: [UInt8], firstEndingAt lineEnd: Int, maximumBytes: Int?) {
    guard (try? JSONView.parse(Array(body[..<lineEnd])))?.type == .object else { return nil }
    self.init(type: Self.lineTypes[0], maximumBytes: maximumBytes)
  }

  /// The events of a complete body; nil for a document.
  fileprivate init?(whole body: [UInt8], type: String?) {
    if let stream = ResponseStream(type: type, maximumBytes: .max) {
      self = stream
    } else if let end = body.firstIndex(of: JSONByte.lineFeed),
      !body[end...].allSatisfy(JSONByte.isSpace)
    {
      self.init(linesOf: body, firstEndingAt: end, maximumBytes: .max)
    } else {
      return nil
    }
  }

  /// Where a new connection continues; nil for lines, and for a stream that is done.
  var position: EventStreamParser.Position? { isDone ? nil : parser?.position }

  /// - Parameters:
  ///   - chunk: nil for the end of the body. Its last line may lack a line feed.
  ///   - body: called with each event that ends in the chunk.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer?, _ body: (JSONView) throws(CheckFailure) -> Void
  ) throws(CheckFailure) {
    if let chunk { splitter?.append(Array(chunk)) } else { splitter?.finish() }
    while let line = splitter?.next() {
      if line.isTooLong { throw .oversizedEvent(limit: maximumBytes) }
      // RFC 7464: a JSON text in a sequence follows a record separator.
      let text = line.bytes.first == 0x1E ? Array(line.bytes.dropFirst()) : line.bytes
      try body(
        converting({ CheckFailure.invalidLine(line.number, $0) }, JSONView.parse, text))
    }
    if splitter?.isDropping == true { throw .oversizedEvent(limit: maximumBytes) }
    var isDone = isDone
    defer { self.isDone = isDone }
    if let chunk {
      try parser?.append(chunk) { event throws(CheckFailure) in
        isDone = isDone || event.data == Self.done
        if !isDone { try body(event.document()) }
      }
    }
  }
}

extension ResponseCheck {
  /// Checks a complete body and appends the selected values. The values of a stream are those of
  /// its events, up to one that fails.
  func select(
    from body: [UInt8], type: String?, into values: inout [JSONView]
  ) throws(CheckFailure) {
    guard selectsValues, var stream = ResponseStream(whole: body, type: type) else {
      if case .values(let selected, _) = try self.values(in: body) { values += selected }
      return
    }
    func add(_ event: JSONView) throws(CheckFailure) { values += try self.values(ofEvent: event) }
    try body.withUnsafeBufferPointer { bytes throws(CheckFailure) in
      try stream.append(UnsafeRawBufferPointer(bytes), add)
    }
    try stream.append(nil, add)
  }
}

extension EventStreamParser.Event {
  /// `{"event":…,"id":…,"data":…}`; data that is JSON is embedded.
  fileprivate func document() throws(CheckFailure) -> JSONView {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("event", type)
      if !id.isEmpty { writer.field("id", id) }
      if let json = try? JSONView.parse(data) {
        writer.field("data", json)
      } else {
        writer.field("data", String(decoding: data, as: UTF8.self))
      }
    }
    return try converting(CheckFailure.notJSON, JSONView.parse, writer.bytes)
  }
}
