import Glibc
import NIOCore
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct RequestWireTests {
  private func head(
    _ method: String, _ url: String, _ headers: HeaderFields = [:], body: RequestBody = .none,
    proxy: String? = nil, usesHTTP10: Bool = false
  ) throws -> String {
    var request = RequestAttempt(
      RequestSpecification(method: method, url: try RequestURL(url), headers: headers, body: body))
    request.usesHTTP10 = usesHTTP10
    var buffer = ByteBuffer()
    RequestWire.write(
      request, body: try BodyUpload(body, isChunked: request.isChunked),
      proxyFields: try proxy.map { HTTPProxy(try RequestURL($0)).fields }, to: &buffer)
    return String(buffer: buffer)
  }

  @Test func writesOriginForm() throws {
    #expect(
      try head("GET", "http://h:8080/a?b=c", ["X": "y"])
        == "GET /a?b=c HTTP/1.1\r\nHost: h:8080\r\nX: y\r\n\r\n")
    #expect(
      try head("GET", "https://h", usesHTTP10: true) == "GET / HTTP/1.0\r\nHost: h\r\n\r\n")
    #expect(
      try head("GET", "http://h/", ["host": "other"]) == "GET / HTTP/1.1\r\nhost: other\r\n\r\n")
  }

  @Test func absoluteFormSendsOnlyProxyCredentials() throws {
    #expect(
      try head("GET", "http://u:p@h/a?b", proxy: "http://me:secret@proxy:3128")
        == "GET http://h/a?b HTTP/1.1\r\nHost: h\r\nProxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n"
    )
  }

  @Test(arguments: [
    ("POST", nil, "", "Content-Length: 0\r\n"), ("PUT", nil, "", "Content-Length: 0\r\n"),
    ("GET", nil, "chunked", ""), ("DELETE", nil, "", ""),
    ("GET", "abc", "gzip", "Content-Length: 3\r\n"), ("POST", "", "", "Content-Length: 0\r\n"),
    ("POST", "abc", "chunked", "Transfer-Encoding: chunked\r\n"),
  ])
  func derivesFramingFromBody(
    method: String, content: String?, coding: String, field: String
  ) throws {
    let headers: HeaderFields = ["content-length": "7", "Transfer-Encoding": coding]
    let body = content.map { RequestBody.bytes(Array($0.utf8), mediaType: nil) } ?? .none

    #expect(
      try head(method, "http://h/", headers, body: body)
        == "\(method) / HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
  }

  /// An empty chunk would end the body, and the rest would be read as the next request.
  @Test func omitsEmptyPieces() throws {
    var upload = try BodyUpload(.bytes([], mediaType: nil), isChunked: true)

    #expect(try upload.next() == nil)
  }

  /// A request may move to another connection until a piece is taken.
  @Test func sendsStreamOnce() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { close(ends[0]) }
    let (stream, ready) = (InputStream(ends[0]), ThreadSemaphore())
    try stream.begin()
    try stream.begin()
    let isReady = stream.isReady { ready.signal() }
    #expect(!isReady)

    #expect(write(ends[1], "x", 1) == 1)
    ready.wait()
    #expect(try stream.next() == ByteBuffer(string: "x"))
    close(ends[1])
    if !stream.isReady(orCall: { ready.signal() }) { ready.wait() }
    #expect(try stream.next() == nil)
    #expect(throws: RequestError.Reason.self) { try stream.begin() }
  }

  @Test func writesConnect() throws {
    var buffer = ByteBuffer()
    RequestWire.writeConnect(
      to: try RequestURL("https://[::1]/x"),
      fields: HTTPProxy(try RequestURL("http://u:p@proxy")).fields, usesHTTP10: true, to: &buffer)

    #expect(
      String(buffer: buffer)
        == "CONNECT [::1]:443 HTTP/1.0\r\nHost: [::1]:443\r\n"
        + "Proxy-Authorization: Basic dTpw\r\n\r\n"
    )
  }
}
