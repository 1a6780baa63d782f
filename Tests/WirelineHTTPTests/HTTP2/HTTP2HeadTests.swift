import NIOHPACK
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct HTTP2HeadTests {
  private func fields(
    _ method: String = "GET", _ url: String = "https://h.test/p?q=1", _ headers: HeaderFields = [:],
    length: Int? = nil
  ) throws -> [String] {
    let attempt = RequestAttempt(
      RequestSpecification(method: method, url: try RequestURL(url), headers: headers))
    return HTTP2Head.request(attempt, contentLength: length).map { "\($0.name)=\($0.value)" }
  }

  @Test func writesPseudoFieldsFirst() throws {
    #expect(
      try fields("PUT", "https://h.test:8443/a%20b", ["X-Up": "V"], length: 3) == [
        ":method=PUT", ":scheme=https", ":authority=h.test:8443", ":path=/a%20b", "x-up=V",
        "content-length=3",
      ])
  }

  @Test(arguments: [
    ("GET", nil, false), ("POST", nil, true), ("PUT", nil, true), ("PATCH", nil, true),
    ("DELETE", nil, false), ("POST", 5, true),
  ])
  func sendsLengthIfBodyIsExpected(method: String, length: Int?, isSent: Bool) throws {
    let field = try fields(method, length: length).last { $0.hasPrefix("content-length") }
    #expect(field == (isSent ? "content-length=\(length ?? 0)" : nil))
  }

  @Test(
    arguments: [
      ["Connection": "close"], ["Keep-Alive": "5"], ["Transfer-Encoding": "chunked"],
      ["Upgrade": "h2c"], ["TE": "gzip"], ["Proxy-Connection": "x"], ["HTTP2-Settings": "AAA"],
      ["Content-Length": "7"], ["Connection": "X-A , x-b", "X-A": "1", "x-B": "2"],
    ] as [HeaderFields])
  func omitsConnectionFields(headers: HeaderFields) throws {
    #expect(try fields("GET", "https://h.test/", headers) == (try fields("GET", "https://h.test/")))
  }

  @Test func allowsTETrailers() throws {
    #expect(try fields("GET", "https://h.test/", ["TE": "trailers"]).last == "te=trailers")
  }

  @Test(arguments: ["Authorization", "Cookie"])
  func neverIndexesSecrets(name: String) throws {
    let attempt = RequestAttempt(
      RequestSpecification(url: try RequestURL("https://h.test/"), headers: [name: "s"]))
    let field = HTTP2Head.request(attempt, contentLength: nil).first {
      $0.name == name.lowercased()
    }
    #expect(field?.indexable == .neverIndexed)
  }

  @Test func keepsOrderOfFields() throws {
    let head = try HTTP2Head.response([":status": "404", "b": "1", "a": "2", "b": "3"])

    #expect(head.status == 404 && head.httpVersion == "2")
    #expect(head.headers.fields.map { "\($0.name)\($0.value)" } == ["b1", "a2", "b3"])
  }

  @Test(
    arguments: [
      [:], ["a": "1"], [":status": ""], [":status": "20"], [":status": "2000"], [":status": "+20"],
      [":status": "099"], [":status": "abc"], [":status": "200 "],
      [":status": "200", "a": "x\r\ny"], [":status": "200", "a": "x\n"],
      [":status": "200", "a": "x\0"],
    ] as [HPACKHeaders])
  func rejectsInvalidHeads(fields: HPACKHeaders) {
    #expect(throws: RequestError.Reason.self) { _ = try HTTP2Head.response(fields) }
  }

  @Test func limitsFields() {
    var fields: HPACKHeaders = [":status": "200"]
    for index in 0..<1000 { fields.add(name: "x-\(index)", value: "") }
    #expect(throws: RequestError.Reason.self) { _ = try HTTP2Head.response(fields) }
  }
}
