package import WirelineCore

/// An answer as a line of JSON: what `req` prints and `--parse` reads.
package struct ResponseRecord: Sendable {
  package var response: Response
  /// The input's `id`, `ref` or line number, as JSON; nil in a cassette.
  package var ref: [UInt8]?

  /// Whether the body must come back byte for byte: then JSON that has white
  /// space is text.
  package var isExact: Bool

  package init(_ response: Response, ref: [UInt8]?, isExact: Bool = false) {
    self.response = response
    self.ref = ref
    self.isExact = isExact
  }

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    if let ref { writer.member("ref", raw: ref) }
    writer.member("url", response.url.text)
    writer.member("status", response.status)
    writer.member("http_version", response.head.httpVersion)
    writer.key("headers")
    HeaderRecord.write(response.head.headers, to: &writer)
    writeBody(to: &writer)
    writer.member("bytes", response.bodyBytes)
    writer.member("attempts", response.attempts)
    writer.member("source", response.source.rawValue)
    if let age = response.age { writer.member("age_s", age) }
    if !response.redirects.isEmpty { writeRedirects(to: &writer) }
    writer.member("elapsed_ms", response.elapsed.milliseconds)
    if response.source == .network {
      writer.member("first_byte_ms", response.firstByte.milliseconds)
    }
  }

  private func writeBody(to writer: inout JSONWriter) {
    switch response.body {
    case .file(let path): writer.member("body_file", path)
    case .delivered: break
    case .bytes(let bytes):
      if bytes.isEmpty { return }
      if MediaType.isJSON(response.head.headers), embed(bytes, in: &writer) { return }
      if let text = String(validating: bytes, as: UTF8.self) {
        writer.member("body", text)
      } else {
        writer.member("body_base64", Base64.encode(bytes))
      }
    }
  }

  /// The body as JSON without white space; false when it is none.
  private func embed(_ bytes: [UInt8], in writer: inout JSONWriter) -> Bool {
    guard let compact = try? JSONScanner.compacted(bytes) else { return false }
    if isExact, compact.count != bytes.count { return false }
    writer.member("json", raw: compact)
    return true
  }

  private func writeRedirects(to writer: inout JSONWriter) {
    writer.key("redirects")
    writer.beginArray()
    for redirect in response.redirects {
      writer.beginObject()
      writer.member("status", redirect.status)
      writer.member("url", redirect.url)
      writer.endObject()
    }
    writer.endArray()
  }
}
