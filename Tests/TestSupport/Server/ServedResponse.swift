/// An HTTP response, which may declare a wrong length.
package struct ServedResponse: Sendable {
  /// How the response marks the end of its body.
  package enum Framing: Sendable {
    /// A correct `Content-Length`.
    case length
    /// Chunks of these sizes, repeated to the end of the body.
    case chunked([Int])
    /// The end of the connection.
    case close
    /// This `Content-Length`, correct or not.
    case declared(Int)
  }

  package var status = 200
  /// In order; names may repeat.
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

  /// The status line and the headers, including the blank line.
  func head() -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    switch framing {
    case .length where status != 204 && status != 304 && !hasHeader("content-length"):
      text += "Content-Length: \(body.count)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .close: text += "Connection: close\r\n"
    case .declared(let count): text += "Content-Length: \(count)\r\n"
    case .length: break
    }
    return Array((text + "\r\n").utf8)
  }

  /// The framed body; empty for `HEAD`, 204 and 304.
  func payload(for method: String) -> [UInt8] {
    if method == "HEAD" || status == 204 || status == 304 { return [] }
    guard case .chunked(let sizes) = framing else { return body }
    var wire: [UInt8] = []
    var rest = body[...]
    var index = 0
    while !rest.isEmpty {
      let chunk = rest.prefix(max(1, sizes.isEmpty ? rest.count : sizes[index % sizes.count]))
      wire += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
      rest = rest.dropFirst(chunk.count)
      index += 1
    }
    return wire + Array("0\r\n\r\n".utf8)
  }

  /// Whether the connection ends after this response.
  var endsConnection: Bool {
    if case .close = framing { return true }
    return headers.contains { $0.name.lowercased() == "connection" && $0.value == "close" }
  }

  private func hasHeader(_ name: String) -> Bool {
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
