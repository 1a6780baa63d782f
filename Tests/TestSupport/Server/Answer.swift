/// A well-formed HTTP answer, or one that lies about its length.
package struct Answer: Sendable {
  /// How the end of the body is told.
  package enum Framing: Sendable {
    /// By a true `Content-Length`.
    case length
    /// By chunks of these sizes, repeated until the body is out.
    case chunked([Int])
    /// By closing the connection.
    case close
    /// By this `Content-Length`, true or not.
    case declared(Int)
  }

  package var status = 200
  /// In order; a name may repeat.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  package var framing = Framing.length

  package init(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8] = [],
    framing: Framing = .length
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
    self.framing = framing
  }

  /// The status line and the headers, with the blank line.
  func head() -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    switch framing {
    case .length where status != 204 && status != 304 && !names("content-length"):
      text += "Content-Length: \(body.count)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .close: text += "Connection: close\r\n"
    case .declared(let count): text += "Content-Length: \(count)\r\n"
    case .length: break
    }
    return Array((text + "\r\n").utf8)
  }

  /// The body as it goes over the wire; none for `HEAD`, 204 and 304.
  func payload(for method: String) -> [UInt8] {
    if method == "HEAD" || status == 204 || status == 304 { return [] }
    guard case .chunked(let sizes) = framing else { return body }
    var wire: [UInt8] = []
    var rest = body[...]
    var turn = 0
    while !rest.isEmpty {
      let chunk = rest.prefix(max(1, sizes.isEmpty ? rest.count : sizes[turn % sizes.count]))
      wire += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
      rest = rest.dropFirst(chunk.count)
      turn += 1
    }
    return wire + Array("0\r\n\r\n".utf8)
  }

  /// The connection cannot carry another answer after this one.
  var endsConnection: Bool {
    if case .close = framing { return true }
    return headers.contains { $0.name.lowercased() == "connection" && $0.value == "close" }
  }

  private func names(_ name: String) -> Bool {
    headers.contains { $0.name.lowercased() == name }
  }

  private static let reasons = [
    200: "OK", 201: "Created", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 429: "Too Many Requests",
    500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
