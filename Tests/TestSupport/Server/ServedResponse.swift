/// An HTTP response. A `Content-Length` in its headers may be wrong.
package struct ServedResponse: Sendable {
  package var status = 200
  /// In order; names may repeat.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  package init(
    status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8] = []
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
  }

  /// The status line and the headers, including the blank line.
  func head() -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if status != 204, status != 304, !hasHeader("content-length") {
      text += "Content-Length: \(body.count)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  /// The bytes after the head; empty for `HEAD`, 204 and 304.
  func payload(for method: String) -> [UInt8] {
    method == "HEAD" || status == 204 || status == 304 ? [] : body
  }

  /// Whether the connection ends after this response.
  var endsConnection: Bool {
    headers.contains { $0.name.lowercased() == "connection" && $0.value == "close" }
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
