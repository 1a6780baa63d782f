import TestSupport
import Testing

/// `req --paginate`.
@Suite struct ReqPageTests {
  /// Serves seven elements in pages, by offset or by links.
  private static func page(_ request: ServedRequest) -> Script {
    let first = request[query: "offset"].flatMap { Int($0) } ?? 0
    let count = request[query: "limit"].flatMap { Int($0) } ?? 3
    let last = min(7, first + count)
    let items = first < last ? (first..<last).map { "{\"n\":\($0)}" } : []
    let next = last < 7 ? #""/l?offset=\#(last)""# : "null"
    let body =
      "{\"items\":[\(items.joined(separator: ","))],\"next\":\(next),\"end\":\(last % 7)}"
    let link = last < 7 ? "</l?offset=\(last)&limit=\(count)>; rel=\"next\"" : "</>; rel=up"
    return .answer(
      ServedResponse(
        headers: ["Content-Type": "application/json", "Link": link], body: Array(body.utf8)))
  }

  @Test(arguments: [
    ("link", 3), ("offset=offset,limit=limit,size=3", 3), ("offset=offset,limit=limit,size=5", 2),
    ("cursor=offset:/end", 3), ("next=/next", 3),
  ])
  func fetchesAllElementsOnce(pagination: String, requests: Int) throws {
    let server = try LoopbackServer { Self.page($0) }

    let result = try Tool("req")(
      server.url("/l"), "--each", "/items", "--paginate", pagination)

    #expect(result.expect(exit: 0).lines == (0..<7).map { "{\"n\":\($0)}" })
    #expect(server.requestCount == requests)
  }
}
