import TestSupport
import Testing

/// `--rows`, with requests as they arrive at a server.
@Suite struct ReqRowTests {
  @Test func sendsRowsOfTableOnStdin() throws {
    let server = try LoopbackServer { _ in .ok("ok") }
    let rows = [
      "id;sku;price", "1;\"a/b?c#d&e\";9.50", "2;\"x\r\nX-Evil: 1\";1", "3;..;1", "4;%2f;true",
    ]

    let result = try Tool("req")(
      "--rows", "-", "-j", "1", "PATCH", server.url("/items/{sku}"), "price:={price}", "X-Id:{id}",
      stdin: .lines(rows))

    let records = result.expect(exit: 1).records(as: .response)
    #expect(records.map(\.ref) == [#""1""#, #""2""#, #""3""#, #""4""#])
    #expect(records.map(\.code) == [nil, nil, "invalid_url", nil])
    #expect(
      server.requests.map(\.target)
        == ["/items/a%2Fb%3Fc%23d%26e", "/items/x%0D%0AX-Evil%3A%201", "/items/%252f"])
    #expect(server.requests.map { $0[header: "x-id"] } == ["1", "2", "4"])
    #expect(server.requests.map { $0[header: "x-evil"] } == [nil, nil, nil])
    #expect(
      server.requests.map(\.text) == [#"{"price":9.50}"#, #"{"price":1}"#, #"{"price":true}"#])
  }
}
