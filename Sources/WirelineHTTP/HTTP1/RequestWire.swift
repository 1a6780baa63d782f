import NIOCore
import WirelineCore
internal import WirelineRequests

/// A request's head as it goes over the wire, RFC 9112 §3.
enum RequestWire {
  /// Appends request line and header section.
  ///
  /// - Parameters:
  ///   - contentLength: of the body; nil when there is none.
  ///   - proxy: the HTTP proxy that it goes to in absolute form; nil in every
  ///     other case.
  static func write(
    _ request: RequestAttempt, contentLength: Int?, proxy: RequestURL?, to buffer: inout ByteBuffer
  ) {
    let headers = request.headers
    write(request.method, " ", to: &buffer)
    if proxy != nil { write(request.url.origin, "", to: &buffer) }
    buffer.writeString(request.url.path)
    if let query = request.url.query { write("?", query, to: &buffer) }
    buffer.writeStaticString(" HTTP/1.1\r\n")
    // RFC 9110 §7.2: Host goes first.
    if !headers.contains("Host") { field("Host", request.url.authority, to: &buffer) }
    for entry in headers.fields where !isFraming(entry.name) {
      // It is for the next proxy alone, RFC 9110 §11.7.2.
      if proxy == nil, entry.name.isSameFieldName(as: "Proxy-Authorization") { continue }
      field(entry.name, entry.value, to: &buffer)
    }
    if let contentLength {
      field("Content-Length", String(contentLength), to: &buffer)
    } else if expectsBody(request.method) {
      field("Content-Length", "0", to: &buffer)
    }
    if let credentials = proxy?.basicCredentials, !headers.contains("Proxy-Authorization") {
      field("Proxy-Authorization", credentials, to: &buffer)
    }
    buffer.writeStaticString("\r\n")
  }

  /// `CONNECT host:port`, RFC 9110 §9.3.6.
  static func writeConnect(to url: RequestURL, proxy: RequestURL, to buffer: inout ByteBuffer) {
    let host = url.isIPv6 ? "[\(url.host)]" : url.host
    let authority = "\(host):\(url.port)"
    write("CONNECT ", authority, to: &buffer)
    buffer.writeStaticString(" HTTP/1.1\r\n")
    field("Host", authority, to: &buffer)
    if let credentials = proxy.basicCredentials {
      field("Proxy-Authorization", credentials, to: &buffer)
    }
    buffer.writeStaticString("\r\n")
  }

  private static func field(_ name: String, _ value: String, to buffer: inout ByteBuffer) {
    buffer.writeString(name)
    buffer.writeStaticString(": ")
    buffer.writeString(value)
    buffer.writeStaticString("\r\n")
  }

  private static func write(_ one: String, _ two: String, to buffer: inout ByteBuffer) {
    buffer.writeString(one)
    buffer.writeString(two)
  }

  /// Fields that say where the body ends: they follow from the body, and not
  /// from what a record says.
  private static func isFraming(_ name: String) -> Bool {
    switch name.utf8.count {
    case 14: name.isSameFieldName(as: "Content-Length")
    case 17: name.isSameFieldName(as: "Transfer-Encoding")
    default: false
    }
  }

  /// RFC 9110 §8.6: methods whose lack of a body is said.
  static func expectsBody(_ method: String) -> Bool {
    method == "POST" || method == "PUT" || method == "PATCH"
  }
}
