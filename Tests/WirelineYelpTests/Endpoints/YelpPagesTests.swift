import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpPagesTests {
  /// The requested pages of a list, and whether the API has more results than it returns.
  struct Walk: Sendable, CustomStringConvertible {
    var endpoint = YelpEndpoint.search
    var values: KeyValuePairs<String, String> = [:]
    var wanted: Int?
    /// The number of results.
    let count: Int
    /// The total that the API reports; nil for the correct one.
    var reportedTotal: Int?
    var reportsTotal = true
    /// `offset+limit` of each page.
    let pages: [String]
    let isTruncated: Bool

    var description: String { "\(endpoint.rawValue) \(values) \(count) wanted \(wanted ?? -1)" }
  }

  private static let guaranteed = ["0+50", "50+50", "100+50", "150+50", "200+40"]
  private static let all = (0..<20).map { "\($0 * 50)+50" }
  /// No page spans the limit of the guaranteed results.
  private static let beyond = guaranteed + (0..<15).map { "\(240 + $0 * 50)+50" } + ["990+10"]

  @Test(
    arguments: [
      Walk(count: 0, pages: ["0+50"], isTruncated: false),
      Walk(count: 30, pages: ["0+50"], isTruncated: false),
      Walk(count: 50, pages: ["0+50"], isTruncated: false),
      Walk(count: 51, pages: ["0+50", "50+50"], isTruncated: false),
      Walk(count: 240, pages: guaranteed, isTruncated: false),
      Walk(count: 241, pages: guaranteed, isTruncated: true),
      Walk(count: 4000, pages: guaranteed, isTruncated: true),
      Walk(endpoint: .events, count: 1000, pages: all, isTruncated: false),
      Walk(endpoint: .events, count: 1001, pages: all, isTruncated: true),
      Walk(endpoint: .reviews, count: 60, pages: ["0+50", "50+50"], isTruncated: false),
    ])
  func fetchesAllPages(walk: Walk) throws { try expect(walk) }

  @Test(
    arguments: [
      Walk(wanted: 1, count: 4000, pages: ["0+1"], isTruncated: false),
      Walk(wanted: 50, count: 4000, pages: ["0+50"], isTruncated: false),
      Walk(wanted: 60, count: 4000, pages: ["0+50", "50+10"], isTruncated: false),
      Walk(wanted: 100, count: 60, pages: ["0+50", "50+50"], isTruncated: false),
      Walk(wanted: 240, count: 4000, pages: guaranteed, isTruncated: false),
      // A request for more than the guaranteed results is tried.
      Walk(
        wanted: 241, count: 4000, pages: guaranteed + ["240+1"], isTruncated: false),
      Walk(wanted: 1000, count: 4000, pages: beyond, isTruncated: false),
      Walk(wanted: 1001, count: 4000, pages: beyond, isTruncated: true),
      Walk(wanted: .max, count: 4000, pages: beyond, isTruncated: true),
      Walk(wanted: 300, count: 241, pages: guaranteed + ["240+50"], isTruncated: false),
    ])
  func fetchesTheRequestedNumber(walk: Walk) throws { try expect(walk) }

  @Test(
    arguments: [
      Walk(
        values: ["limit": "20"], count: 45, pages: ["0+20", "20+20", "40+20"], isTruncated: false),
      Walk(
        values: ["limit": "10"], wanted: 25, count: 45, pages: ["0+10", "10+10", "20+5"],
        isTruncated: false),
      Walk(values: ["offset": "100"], count: 130, pages: ["100+50"], isTruncated: false),
      Walk(values: ["offset": "100"], count: 90, pages: ["100+50"], isTruncated: false),
      Walk(values: ["offset": "200"], count: 4000, pages: ["200+40"], isTruncated: true),
      Walk(values: ["offset": "239"], count: 4000, pages: ["239+1"], isTruncated: true),
      Walk(
        values: ["offset": "239"], wanted: 1, count: 4000, pages: ["239+1"], isTruncated: false),
      Walk(
        values: ["offset": "230"], wanted: 20, count: 4000, pages: ["230+10", "240+10"],
        isTruncated: false),
      // Also after the guaranteed results.
      Walk(
        values: ["offset": "240"], wanted: 60, count: 4000, pages: ["240+50", "290+10"],
        isTruncated: false),
      Walk(values: ["offset": "240"], count: 280, pages: ["240+50"], isTruncated: false),
      Walk(
        values: ["offset": "941"], count: 4000, pages: ["941+50", "991+9"], isTruncated: true),
      Walk(
        values: ["offset": "900"], wanted: .max, count: 4000, pages: ["900+50", "950+50"],
        isTruncated: true),
      Walk(
        endpoint: .reviews, values: ["limit": "0"], count: 2, pages: ["0+1", "1+1"],
        isTruncated: false),
    ])
  func respectsOffsetAndLimit(walk: Walk) throws { try expect(walk) }

  /// An empty page ends the list. If the API reports a larger total, the list is truncated.
  @Test(
    arguments: [
      Walk(count: 0, reportsTotal: false, pages: ["0+50"], isTruncated: false),
      Walk(count: 60, reportsTotal: false, pages: ["0+50", "50+50", "100+50"], isTruncated: false),
      Walk(count: 4000, reportsTotal: false, pages: guaranteed, isTruncated: true),
      Walk(wanted: 50, count: 60, reportsTotal: false, pages: ["0+50"], isTruncated: false),
      Walk(count: 60, reportedTotal: 4000, pages: ["0+50", "50+50", "100+50"], isTruncated: true),
      Walk(count: 0, reportedTotal: 10, pages: ["0+50"], isTruncated: true),
      Walk(count: 60, reportedTotal: -1, pages: ["0+50"], isTruncated: false),
    ])
  func endsAtAnEmptyPage(walk: Walk) throws { try expect(walk) }

  @Test(
    arguments: [
      ([:], nil, 5), ([:], 1, 1), ([:], 50, 1), ([:], 51, 2), ([:], 240, 5), ([:], 241, 6),
      ([:], 5000, 21), ([:], .max, 21), (["limit": "20"], nil, 12), (["limit": "20"], 41, 3),
      (["offset": "200"], nil, 1), (["offset": "240"], nil, 16), (["offset": "1000"], nil, 1),
    ] as [(KeyValuePairs<String, String>, Int?, Int)])
  func estimatesTheNumberOfCalls(values: KeyValuePairs<String, String>, wanted: Int?, calls: Int)
    throws
  {
    let pages = try #require(YelpPages(YelpQuery(.search, values), wanted: wanted))

    #expect(pages.calls == calls)
  }

  @Test func doesNotPageOtherEndpoints() {
    let paged = YelpEndpoint.allCases.filter { YelpPages(YelpQuery($0), wanted: nil) != nil }

    #expect(paged == [.search, .reviews, .events])
  }

  private func expect(_ walk: Walk) throws {
    let query = try YelpQuery(walk.endpoint, walk.values)
    var pages = try #require(YelpPages(query, wanted: walk.wanted))
    var fetched: [String] = []
    var step = YelpPages.Step.fetch(pages.query)
    while case .fetch(let query) = step, fetched.count < 100 {
      let (offset, limit) = (query.number("offset") ?? 0, query.number("limit") ?? 0)
      fetched.append("\(offset)+\(limit)")
      step = pages.next(
        results: min(limit, max(0, walk.count - offset)),
        total: walk.reportsTotal ? walk.reportedTotal ?? walk.count : nil)
    }

    #expect(fetched == walk.pages)
    #expect(step == .end(isTruncated: walk.isTruncated))
  }
}
