package import WirelineCore

extension RequestRecord {
  /// Writes the record as one object; what has its default is left out.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// The members alone, for an object that has others too.
  package func writeMembers(to writer: inout JSONWriter) {
    if let identifier { writer.member("id", raw: identifier) }
    writer.member("method", specification.method)
    writer.member("url", specification.url.text)
    let member = bodyMember
    let headers = headers(beside: member)
    if !headers.isEmpty || !specification.suppressedHeaders.isEmpty {
      writer.key("headers")
      HeaderRecord.write(
        headers, suppressed: specification.suppressedHeaders, isLowercased: false, to: &writer)
    }
    writeBody(as: member, to: &writer)
    writeControls(to: &writer)
  }

  /// The fields, and the media type where the body's member does not imply it.
  private func headers(beside member: Field?) -> HeaderFields {
    var headers = specification.headers
    guard case .bytes(_, let mediaType?) = specification.body else { return headers }
    let isImplied =
      switch member {
      case .json: true
      case .body: mediaType == Self.textMediaType
      default: false
      }
    if !isImplied { headers.setDefault("Content-Type", mediaType) }
    return headers
  }

  /// The member that a body of bytes goes to; nil for any other body.
  private var bodyMember: Field? {
    guard case .bytes(let bytes, let mediaType) = specification.body else { return nil }
    if mediaType == "application/json", (try? JSONView.parse(bytes)) != nil { return .json }
    return String(validating: bytes, as: UTF8.self) != nil ? .body : .body_base64
  }

  private func writeBody(as member: Field?, to writer: inout JSONWriter) {
    switch specification.body {
    case .none: break
    case .bytes(let bytes, _): Self.write(bytes, as: member, to: &writer)
    case .file(let path): writer.member("body_file", path)
    case .multipart(let multipart):
      writer.key("multipart")
      MultipartRecord.write(multipart, to: &writer)
    }
  }

  private static func write(_ bytes: [UInt8], as member: Field?, to writer: inout JSONWriter) {
    switch member {
    case .json:
      // A record is one line; white space between the parts of JSON means nothing (RFC 8259 §2).
      let isLine = !bytes.contains { $0 == 0x0A || $0 == 0x0D }
      writer.member("json", raw: isLine ? bytes : (try? JSONScanner.compacted(bytes)) ?? bytes)
    case .body: writer.member("body", String(decoding: bytes, as: UTF8.self))
    default: writer.member("body_base64", Base64.encode(bytes))
    }
  }

  private func writeControls(to writer: inout JSONWriter) {
    if specification.priority != 0 { writer.member("priority", specification.priority) }
    if let timeout = specification.timeout { writer.member("timeout_s", timeout.seconds) }
    if let deadline = specification.deadline { writer.member("deadline_s", deadline.seconds) }
    if let limit = specification.retryLimit { writer.member("retry", limit) }
    if let lifetime = specification.cacheLifetime {
      writer.member("cache_ttl_s", lifetime.seconds)
    }
    if let output = specification.output { writer.member("output", output) }
    if let credential = specification.credential { writer.member("credential", credential) }
  }
}
