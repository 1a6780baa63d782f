package import WirelineCore

/// A response as a line of JSON, written by `req` and read by `--parse`.
package struct ResponseRecord: Sendable {
  package var response: Response
  /// The input's `id`, `ref` or line number, as JSON; nil in a cassette.
  package var ref: [UInt8]?

  /// Whether the body must be reproduced exactly. JSON with white space is then written as text.
  package var isExact: Bool

  package init(_ response: Response, ref: [UInt8]?, isExact: Bool = false) {
    self.response = response
    self.ref = ref
    self.isExact = isExact
  }

  /// Writes the fields into an open object.
  package func writeFields(to writer: inout JSONWriter) {
    if let ref { writer.field("ref", raw: ref) }
    writer.field("url", response.url.text)
    writer.field("status", response.status)
    writer.field("http_version", response.head.httpVersion)
    writer.key("headers")
    HeaderRecord.write(response.head.headers, to: &writer)
    writeBody(to: &writer)
    writer.field("bytes", response.bodyBytes)
    writer.field("attempts", response.attempts)
    writer.field("source", response.source.rawValue)
    if let age = response.age { writer.field("age_s", age) }
    if !response.redirects.isEmpty { writeRedirects(to: &writer) }
    writer.field("elapsed_ms", milliseconds: response.elapsed)
    if response.source == .network {
      writer.field("first_byte_ms", milliseconds: response.firstByte)
    }
    if let timing = response.timing { Self.write(timing, to: &writer) }
  }

  /// Omits the steps that did not occur, so a stream's reused connections cost nothing.
  private static func write(_ timing: RequestTiming, to writer: inout JSONWriter) {
    writer.key("timing")
    writer.object { writer in
      if let time = timing.nameLookup { writer.field("dns_ms", milliseconds: time) }
      if let time = timing.connect { writer.field("connect_ms", milliseconds: time) }
      if let time = timing.tls { writer.field("tls_ms", milliseconds: time) }
      if let address = timing.remoteAddress { writer.field("remote_address", address) }
      if let port = timing.remotePort { writer.field("remote_port", port) }
      guard let tls = timing.tlsConnection else { return }
      writer.field("tls_version", tls.version)
      if !tls.certificateNames.isEmpty {
        writer.field("certificate_names", tls.certificateNames)
      }
      if let expiry = tls.certificateExpiry {
        writer.field("certificate_expires_at", CivilDate.timestamp(expiry))
      }
    }
  }

  private func writeBody(to writer: inout JSONWriter) {
    switch response.body {
    case .file(let path): writer.field("body_file", path)
    case .delivered: break
    case .bytes(let bytes):
      if bytes.isEmpty { return }
      if MediaType.isJSON(response.head.headers), embed(bytes, in: &writer) { return }
      if writer.field("body", utf8: bytes) { return }
      writer.field("body_base64", base64: bytes)
    }
  }

  /// Writes the body as JSON without white space; returns false if it is not JSON.
  private func embed(_ bytes: [UInt8], in writer: inout JSONWriter) -> Bool {
    guard let compact = try? JSONScanner.compacted(bytes) else { return false }
    if isExact, compact.count != bytes.count { return false }
    writer.field("json", raw: compact)
    return true
  }

  private func writeRedirects(to writer: inout JSONWriter) {
    writer.key("redirects")
    writer.array { writer in
      for redirect in response.redirects {
        writer.object { writer in
          writer.field("status", redirect.status)
          writer.field("url", redirect.url)
        }
      }
    }
  }

  // MARK: Reading

  private enum Field: Int, CaseIterable {
    case url, status, attempts, json, body, body_base64, body_file, headers, redirects, source
    case elapsed_ms
  }

  /// The fields that `read` uses, in the order of `Field`.
  package static let names = FieldNames.checked(
    [
      "url", "status", "attempts", "json", "body", "body_base64", "body_file", "headers",
      "redirects", "source", "elapsed_ms",
    ], Field.allCases)

  /// The fields of a response record.
  package static let fields = [
    "ref", "url", "status", "http_version", "headers", "json", "body", "body_base64", "body_file",
    "bytes", "attempts", "source", "age_s", "redirects", "elapsed_ms", "first_byte_ms", "timing",
  ]

  /// The columns of the table for people.
  package static let columns = ["ref", "status", "url", "bytes", "elapsed_ms"]

  /// The parts of a response record that `--parse` needs.
  package struct Content: Sendable {
    package let status: Int
    package let url: String
    package let attempts: Int?
    /// Verbatim, except that embedded JSON may have lost white space.
    package let body: [UInt8]
    package var source: String?
    package var elapsed: Duration?

    package var isSuccess: Bool { (200..<300).contains(status) }
  }

  /// Reads the response to a download, with its header fields and the original URL.
  ///
  /// - Parameters:
  ///   - object: scanned with `names`.
  ///   - files: the files that may contain the body.
  package static func readResponse(
    _ object: JSONObject, files: RecordFiles
  ) throws(InputRecordError) -> (asked: RequestURL, response: Response) {
    let content = try read(object, files: files)
    if content.url.isEmpty { throw .missingURL(field: "url") }
    var head = ResponseHead(status: content.status)
    if let view = object[Field.headers.rawValue], view.type != .null {
      head.headers = try HeaderRecord.read(view).headers
    }
    let redirects = object[Field.redirects.rawValue]?.elements ?? []
    let asked = redirects.lazy.compactMap { $0["url"]?.string }.first ?? content.url
    return try converting(InputRecordError.init) { () throws(InvalidURL) in
      (
        try RequestURL(asked),
        Response(
          head: head, url: try RequestURL(content.url), body: .bytes(content.body),
          bodyBytes: content.body.count, attempts: content.attempts ?? 1)
      )
    }
  }

  /// The media type of the body of an object scanned with `names`; nil if it is unknown.
  package static func mediaType(_ object: JSONObject) -> String? {
    object[Field.headers.rawValue].flatMap { try? HeaderRecord.read($0).headers }
      .flatMap(MediaType.of)
  }

  /// Reads a response from an object scanned with `names`.
  ///
  /// - Parameter files: the files that may contain the body.
  package static func read(
    _ object: JSONObject, files: RecordFiles
  ) throws(InputRecordError) -> Content {
    guard let view = object[Field.status.rawValue], view.type != .null else {
      throw .missing(field: "status", expected: "an HTTP status")
    }
    guard let status = view.integer, (100...999).contains(status) else {
      throw .wrongType(field: "status", expected: "an HTTP status", found: view.type.rawValue)
    }
    let fields = RecordFields(object, names: names)
    let milliseconds = object[Field.elapsed_ms.rawValue]?.double
    return Content(
      status: status, url: try fields.string(Field.url.rawValue) ?? "",
      attempts: object[Field.attempts.rawValue]?.integer,
      body: try body(of: object, fields, in: files),
      source: try fields.string(Field.source.rawValue),
      elapsed: milliseconds.flatMap { 0...1e12 ~= $0 ? .microseconds(Int64($0 * 1000)) : nil })
  }

  private static func body(
    of object: JSONObject, _ fields: RecordFields, in files: RecordFiles
  ) throws(InputRecordError) -> [UInt8] {
    let embedded = try embeddedBody(
      json: object[Field.json.rawValue], text: try fields.string(Field.body.rawValue),
      base64: try fields.string(Field.body_base64.rawValue))
    if let embedded { return embedded }
    guard let path = try fields.string(Field.body_file.rawValue) else { return [] }
    return try files.responseBody(path, field: "body_file")
  }

  /// The body embedded in a record, or nil.
  package static func embeddedBody(
    json: JSONView?, text: String?, base64: String?
  ) throws(InputRecordError) -> [UInt8]? {
    if let json { return Array(json.raw) }
    if let text { return Array(text.utf8) }
    guard let base64 else { return nil }
    guard let bytes = Base64.decode(base64) else {
      throw .invalid(field: "body_base64", reason: "not base64")
    }
    return bytes
  }
}
