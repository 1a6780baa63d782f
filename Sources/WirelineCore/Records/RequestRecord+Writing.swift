extension RequestRecord {
  /// Writes the record as one object; what has its default is left out.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let identifier { writer.member("id", raw: identifier) }
    writer.member("method", specification.method)
    writer.member("url", specification.url.text)
    if !specification.headers.isEmpty {
      writer.key("headers")
      HeaderRecord.write(specification.headers, isLowercased: false, to: &writer)
    }
    writeBody(to: &writer)
    writeControls(to: &writer)
    writer.endObject()
  }

  private func writeBody(to writer: inout JSONWriter) {
    switch specification.body {
    case .none: break
    case .bytes(let bytes, let mediaType): Self.write(bytes, mediaType, to: &writer)
    case .file(let path): writer.member("body_file", path)
    case .multipart(let multipart):
      writer.key("multipart")
      MultipartRecord.write(multipart, to: &writer)
    }
  }

  private static func write(_ bytes: [UInt8], _ mediaType: String?, to writer: inout JSONWriter) {
    if mediaType == "application/json", (try? JSONView.parse(bytes)) != nil {
      writer.member("json", raw: bytes)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      writer.member("body", text)
    } else {
      writer.member("body_base64", Base64.encode(bytes))
    }
  }

  private func writeControls(to writer: inout JSONWriter) {
    if specification.priority != 0 { writer.member("priority", specification.priority) }
    if let timeout = specification.timeout { writer.member("timeout_s", timeout.seconds) }
    if let deadline = specification.deadline { writer.member("deadline_s", deadline.seconds) }
    if let limit = specification.retryLimit { writer.member("retry", limit) }
    if let output = specification.output { writer.member("output", output) }
    if let credential = specification.credential { writer.member("credential", credential) }
  }
}

extension Duration {
  /// The whole span in seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// The whole span in milliseconds, rounded to three decimals.
  package var milliseconds: Double {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }
}
