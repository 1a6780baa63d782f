import NIOHPACK
import WirelineCore
import WirelineRequests

/// Header sections of HTTP/2, RFC 9113 §8.
enum HTTP2Head {
  /// - Parameter contentLength: the length of the body; nil without a body.
  static func request(
    _ request: RequestAttempt, contentLength: Int?, isChunked: Bool = false
  ) -> HPACKHeaders {
    let url = request.url
    var fields = HPACKHeaders()
    fields.reserveCapacity(request.headers.fields.count + 5)
    fields.add(name: ":method", value: request.method)
    fields.add(name: ":scheme", value: url.scheme == .https ? "https" : "http")
    fields.add(name: ":authority", value: request.headers["Host"] ?? url.authority)
    fields.add(name: ":path", value: url.query.map { "\(url.path)?\($0)" } ?? url.path)
    // RFC 9110 §7.6.1: fields named in Connection are for the next hop only.
    let named = request.headers.values(of: "Connection").flatMap { value in
      value.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }
    for field in request.headers.fields {
      let name = field.name.lowercased()
      if isConnectionSpecific(name, value: field.value) || named.contains(name) { continue }
      // RFC 7541 §7.1.3: secrets must not enter a compression table.
      let isSecret = name == "authorization" || name == "cookie"
      fields.add(
        name: name, value: field.value, indexing: isSecret ? .neverIndexed : .indexable)
    }
    let isEmpty = !isChunked && RequestWire.expectsBody(request.method)
    if let contentLength = contentLength ?? (isEmpty ? 0 : nil) {
      fields.add(name: "content-length", value: String(contentLength))
    }
    return fields
  }

  /// Fields that HTTP/2 forbids (RFC 9113 §8.2.2), and those derived from the request itself.
  private static func isConnectionSpecific(_ name: String, value: String) -> Bool {
    switch name {
    case "host", "content-length", "connection", "keep-alive", "proxy-connection",
      "transfer-encoding", "upgrade", "http2-settings", "proxy-authorization":
      true
    case "te": value.lowercased() != "trailers"
    default: false
    }
  }

  static func response(_ fields: HPACKHeaders) throws(RequestError.Reason) -> ResponseHead {
    guard fields.count <= HeadParser.maximumFields else {
      throw .protocolViolation("more than \(HeadParser.maximumFields) header fields")
    }
    var status: Int?
    var headers: [HeaderFields.Field] = []
    headers.reserveCapacity(fields.count)
    for (name, value, _) in fields {
      // The library has validated the names (RFC 9113 §8.2.1 and §8.3).
      if name == ":status" {
        status = value.utf8.count == 3 ? Int(digits: value) : nil
      } else {
        headers.append(HeaderFields.Field(name: name, value: try checked(value)))
      }
    }
    guard let status, status >= 100 else { throw .protocolViolation("invalid status") }
    return ResponseHead(status: status, httpVersion: "2", headers: HeaderFields(headers))
  }

  /// RFC 9113 §8.2.1: rejects CR, LF and NUL.
  private static func checked(_ value: String) throws(RequestError.Reason) -> String {
    for byte in value.utf8 where byte == 0 || byte == 0x0A || byte == 0x0D {
      throw .protocolViolation("control character in a header field")
    }
    return value
  }
}
