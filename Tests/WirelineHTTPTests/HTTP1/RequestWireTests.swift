import NIOCore
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct RequestWireTests {
  private func head(
    _ method: String, _ url: String, _ headers: HeaderFields = [:], contentLength: Int? = nil,
    proxy: String? = nil
  ) throws -> String {
    let request = RequestAttempt(
      RequestSpecification(method: method, url: try RequestURL(url), headers: headers))
    var buffer = ByteBuffer()
    RequestWire.write(
      request, contentLength: contentLength, proxy: try proxy.map { try RequestURL($0) },
      to: &buffer)
    return String(buffer: buffer)
  }

  @Test func writesOriginForm() throws {
    #expect(
      try head("GET", "http://h:8080/a?b=c", ["X": "y"])
        == "GET /a?b=c HTTP/1.1\r\nHost: h:8080\r\nX: y\r\n\r\n")
    #expect(try head("GET", "https://h") == "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
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
    ("POST", nil, "Content-Length: 0\r\n"), ("PUT", nil, "Content-Length: 0\r\n"),
    ("GET", nil, ""), ("DELETE", nil, ""), ("GET", 3, "Content-Length: 3\r\n"),
    ("POST", 0, "Content-Length: 0\r\n"),
  ])
  func derivesFramingFromBody(method: String, length: Int?, field: String) throws {
    let headers: HeaderFields = ["content-length": "7", "Transfer-Encoding": "chunked"]

    #expect(
      try head(method, "http://h/", headers, contentLength: length)
        == "\(method) / HTTP/1.1\r\nHost: h\r\n\(field)\r\n")
  }

  @Test func writesConnect() throws {
    var buffer = ByteBuffer()
    RequestWire.writeConnect(
      to: try RequestURL("https://[::1]/x"), proxy: try RequestURL("http://u:p@proxy"),
      to: &buffer)

    #expect(
      String(buffer: buffer)
        == "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n"
        + "Proxy-Authorization: Basic dTpw\r\n\r\n"
    )
  }
}
