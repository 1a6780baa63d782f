import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct PageWalkTests {
  private static let offsets = PageCounter(
    name: "from", countsElements: true, limit: "max", size: 50)

  private func walk(
    _ pagination: Pagination, _ url: String = "https://a.example/x?q=1", maximumPages: Int? = nil
  ) throws -> PageWalk {
    PageWalk(pagination, url: try RequestURL(url), maximumPages: maximumPages)
  }

  private func walk(_ text: String, _ url: String) throws -> PageWalk {
    try walk(try Pagination(parsing: text), url)
  }

  /// A page with `Link` fields and a JSON body.
  private func page(
    of walk: PageWalk, link: String..., body: String = "[1]", status: Int = 200, url: String? = nil
  ) throws -> PageWalk.Page {
    var headers = HeaderFields()
    for field in link { headers.append("link", field) }
    let head = ResponseHead(status: status, headers: headers)
    let url = try url.map { text in try RequestURL(text) } ?? walk.first
    return PageWalk.Page(
      Response(head: head, url: url, body: .bytes(Array(body.utf8)), bodyBytes: body.utf8.count),
      ResponseCheck())
  }

  private func body(elements: Int, from first: Int = 0) -> String {
    "[" + (0..<elements).map { "\(first + $0)" }.joined(separator: ",") + "]"
  }

  @Test(
    arguments: [
      ("<https://b.example/2>; rel=next", "https://b.example/2"),
      ("<?page=2>; rel=\"last next\"", "https://a.example/x?page=2"),
      ("</y/../z?p=2#f>; rel=next", "https://a.example/z?p=2"),
      ("<two>; rel=prev, <three>; rel=next", "https://a.example/three"),
      ("<x?q=1&b=c>; anchor=\"?q=1\"; rel=next", "https://a.example/x?q=1&b=c"),
    ])
  func resolvesLinkAgainstResponseURL(field: String, next: String) throws {
    var walk = try walk(.link)
    #expect(walk.next(after: try page(of: walk, link: field)) == .request(try RequestURL(next)))
  }

  @Test(
    arguments: [
      "", "<https://a.example/x?q=1>; rel=prev", "</2>; rel=next; anchor=\"/other\"", "junk",
    ])
  func otherLinksEndWalk(field: String) throws {
    var walk = try walk(.link)
    #expect(walk.next(after: try page(of: walk, link: field)) == .end("it is the last"))
  }

  @Test func baseIsFinalURL() throws {
    var walk = try walk(.link)
    let page = try page(
      of: walk, link: "junk", "<2>; rel=next", url: "https://b.example/folder/1")
    #expect(walk.next(after: page) == .request(try RequestURL("https://b.example/folder/2")))
  }

  @Test(arguments: ["ftp://a.example/2", "http://h:99999/", "http://[/"])
  func invalidLinkIsReported(target: String) throws {
    var walk = try walk(.link)
    let step = walk.next(after: try page(of: walk, link: "<\(target)>; rel=next"))
    guard case .fail = step else {
      Issue.record("\(step)")
      return
    }
  }

  @Test func repeatedPageEndsWalk() throws {
    var walk = try walk(.link)
    let second = try RequestURL("https://a.example/2")
    let first = try page(of: walk, link: "</2>; rel=next")

    #expect(walk.next(after: first) == .request(second))
    for link in ["</x?q=1>; rel=next", "</2>; rel=next"] {
      #expect(
        walk.next(after: try page(of: walk, link: link)) == .end("the next was requested before"))
    }
    #expect(walk.pages == 2)
  }

  @Test func emptyPageAndLimitEndWalk() throws {
    var link = try walk(.link)
    #expect(
      link.next(after: try page(of: link, link: "</2>; rel=next", body: "[]"))
        == .end("it is empty"))

    var limited = try walk(.link, maximumPages: 2)
    _ = limited.next(after: try page(of: limited, link: "</2>; rel=next"))
    #expect(
      limited.next(after: try page(of: limited, link: "</3>; rel=next")) == .end("--max-pages"))
    #expect(limited.next(after: try page(of: limited)) == .end("it is the last"))
  }

  @Test func endlessPagesExceedDefaultMaximum() throws {
    var walk = try walk("page=p", "https://a.example/")
    var step = PageWalk.Step.end("")
    for number in 1...PageWalk.defaultMaximum {
      step = walk.next(after: try page(of: walk, body: "[\(number)]"))
    }
    #expect(step == .exceeded(try RequestURL("https://a.example/?p=10001")))
  }

  @Test func credentialsStayWithTheirOrigin() throws {
    var walk = try walk(.link, "https://u:p@a.example/1")
    guard
      case .request(let own) = walk.next(
        after: try page(of: walk, link: "</2>; rel=next", url: "https://a.example/1")),
      case .request(let other) = walk.next(
        after: try page(of: walk, link: "<https://b.example/3>; rel=next"))
    else {
      Issue.record("not asked")
      return
    }

    #expect(own.userInformation == "u:p")
    #expect(own.text == "https://a.example/2")
    #expect(other.userInformation == nil)
  }

  @Test(
    arguments: [
      ("https://a.example/x", "https://a.example/x?from=0&max=50"),
      ("https://a.example/x?q=1", "https://a.example/x?q=1&from=0&max=50"),
      ("https://a.example/x?max=7&from=100&q=1&max=8", "https://a.example/x?max=50&from=100&q=1"),
      ("https://a.example/x?%66rom=3", "https://a.example/x?from=3&max=50"),
      ("https://a.example/x?from=-1&from", "https://a.example/x?from=0&max=50"),
    ])
  func firstPageHasBothParameters(url: String, first: String) throws {
    #expect(try walk(.count(Self.offsets), url).first.text == first)
  }

  /// The first page may be shorter than the requested size because the service has a lower limit.
  @Test(arguments: [
    ([50, 20], ["50"]), ([20, 20, 20, 1], ["20", "40", "60"]), ([50, 50, 0], ["50", "100"]),
    ([3, 0], ["3"]),
  ])
  func offsetAdvancesByReceivedElements(sizes: [Int], offsets: [String]) throws {
    var walk = try walk(.count(Self.offsets))
    var asked: [String] = []
    var step = PageWalk.Step.end("")
    for (index, size) in sizes.enumerated() {
      step = walk.next(after: try page(of: walk, body: body(elements: size, from: 100 * index)))
      if case .request(let url) = step { asked.append(url.parameters[1].value) }
    }
    #expect(asked == offsets)
    #expect(step == .end(sizes.last == 0 ? "it is empty" : "it is the last"))
  }

  @Test(arguments: ["offset=o,size=1", "page=p"])
  func countersNeedArray(pagination: String) throws {
    var walk = try walk(pagination, "https://a.example/")
    let step = walk.next(after: try page(of: walk, body: "{}"))
    #expect(
      step == .fail("cannot count the elements of a page: name the array with --each"))
  }

  @Test(arguments: ["offset=from,size=1", "page=from"])
  func overflowingPositionEndsWalk(pagination: String) throws {
    var walk = try walk(pagination, "https://a.example/?from=\(Int.max)")
    #expect(walk.next(after: try page(of: walk)) == .end("it is the last"))
  }

  @Test(
    arguments: [
      ("page=p", "https://a.example/?q=1", "q=1&p=1", "q=1&p=2"),
      ("page=p:0", "https://a.example/", "p=0", "p=1"),
      ("page=p", "https://a.example/?p=7&q=1&p=8", "p=7&q=1", "p=8&q=1"),
      ("page=page[number]", "https://a.example/", "page%5Bnumber%5D=1", "page%5Bnumber%5D=2"),
    ])
  func countsPages(pagination: String, url: String, first: String, second: String) throws {
    var walk = try walk(pagination, url)
    #expect(walk.first.query == first)
    guard case .request(let next) = walk.next(after: try page(of: walk, body: "[1,2,3]")) else {
      Issue.record("no page")
      return
    }
    #expect(next.query == second)
  }

  /// The values of GitHub, OData, Slack, Kubernetes, Stripe, Twitter and others.
  @Test(
    arguments: [
      ("next=/next", #"{"next":"https://b.example/2"}"#, "https://b.example/2"),
      ("next=/next", #"{"next":"?page=2"}"#, "https://a.example/x?page=2"),
      ("next=/next", #"{"next":"/a b/é?c=d&e"}"#, "https://a.example/a%20b/%C3%A9?c=d&e"),
      ("next=/next", #"{"next":"http://a.example:8080/2"}"#, "http://a.example:8080/2"),
      ("next=/next", #"{"next":"http://a.example/2"}"#, "https://a.example/2"),
      ("next=/@odata.nextLink", #"{"@odata.nextLink":"x?$skip=2"}"#, "https://a.example/x?$skip=2"),
      ("next=/a~1b/~0", #"{"a/b":{"~":"2"}}"#, "https://a.example/2"),
      ("next=/links/1/href", #"{"links":[{},{"href":"2"}]}"#, "https://a.example/2"),
      (
        "cursor=cursor:/meta/c", #"{"meta":{"c":"dXNlcj=+/&#"}}"#,
        "https://a.example/x?q=1&cursor=dXNlcj%3D%2B%2F%26%23"
      ),
      ("cursor=q:/c", #"{"c":"a\r\nb\u0000"}"#, "https://a.example/x?q=a%0D%0Ab%00"),
      (
        "cursor=c:/c", #"{"c":12345678901234567890.0}"#,
        "https://a.example/x?q=1&c=12345678901234567890.0"
      ),
      ("cursor=page[after]:/c", #"{"c":2}"#, "https://a.example/x?q=1&page%5Bafter%5D=2"),
      (
        "cursor=after:/data/-1/id", #"{"data":[{"id":1},{"id":"two"}]}"#,
        "https://a.example/x?q=1&after=two"
      ),
    ])
  func readsNextPageFromBody(pagination: String, body: String, next: String) throws {
    var walk = try walk(pagination, "https://a.example/x?q=1")
    #expect(walk.next(after: try page(of: walk, body: body)) == .request(try RequestURL(next)))
  }

  @Test(
    arguments: ["{}", "[0]", "7"]
      + ["null", "false", "0", "0.0", "\"\""].map { #"{"next":\#($0)}"# })
  func absentValueEndsWalk(body: String) throws {
    for pagination in ["next=/next", "cursor=c:/next"] {
      var walk = try walk(pagination, "https://a.example/")
      #expect(walk.next(after: try page(of: walk, body: body)) == .end("it is the last"))
    }
  }

  @Test(
    arguments: [
      ("cursor=c:/n", #"{"n":true}"#, "string or number, found boolean"),
      ("cursor=c:/n", #"{"n":[1]}"#, "found array"),
      ("next=/n", #"{"n":2}"#, "string, found number"),
      ("next=/n", #"{"n":{"href":"/2"}}"#, "found object"), ("next=/n", "<html>", "not JSON"),
      ("next=/n", #"{"n":"ftp://a.example/"}"#, "unsupported scheme"),
      ("next=/n", #"{"n":"http://a.example/\r\nX: y"}"#, "invalid URL"), ("next=/n", "", "empty"),
    ])
  func malformedPageFails(pagination: String, body: String, reason: String) throws {
    var walk = try walk(pagination, "https://a.example/")
    guard case .fail(let text) = walk.next(after: try page(of: walk, body: body)) else {
      Issue.record("no failure")
      return
    }
    #expect(text.contains(reason))
  }

  @Test(
    arguments: [
      ("link", "[1]", 200, "it repeats the page before"), ("link", "[2]", 200, nil),
      ("link", "[1]", 500, nil), ("link", "", 204, "it has no content"), ("link", "", 404, nil),
      ("page=p", "", 404, "the page does not exist"), ("offset=o,size=1", "", 404, nil),
    ] as [(String, String, Int, String?)])
  func ignoresPageAfterLast(
    pagination: String, body: String, status: Int, reason: String?
  ) throws {
    var walk = try walk(pagination, "https://a.example/")
    #expect(walk.reasonToIgnore(try page(of: walk, body: body, status: status)) == nil)
    _ = walk.next(after: try page(of: walk, link: "</2>; rel=next"))
    #expect(walk.reasonToIgnore(try page(of: walk, body: body, status: status)) == reason)
  }

  @Test func survivesRandomPages() throws {
    let text = #"{"a":[1,"x"],"next":"/2?c=%20","n":{"c":null}}"#
    for pagination in ["next=/next", "cursor=c:/n/c", "page=p", "link"] {
      for body in SeededGenerator.texts(like: text) + text.indices.map({ String(text[..<$0]) }) {
        var walk = try walk(pagination, "https://a.example/")
        _ = walk.next(after: try page(of: walk, link: body, body: body))
      }
    }
  }

  @Test(
    arguments: [
      ("link", .link),
      ("offset=from,limit=max,size=50", .count(offsets)),
      ("size=1,offset=o", .count(PageCounter(name: "o", countsElements: true, size: 1))),
      ("page=p", .count(PageCounter(name: "p", first: 1))),
      ("page=p:0", .count(PageCounter(name: "p", first: 0))),
      ("next=/a=b", .next(try BodyPointer(parsing: "/a=b"))),
      ("cursor=c:d:/e:/f", .cursor("c:d", try BodyPointer(parsing: "/e:/f"))),
    ] as [(String, Pagination)])
  func parsesPagination(text: String, pagination: Pagination) throws {
    #expect(try Pagination(parsing: text) == pagination)
  }

  @Test(
    arguments: [
      "", "links", "offset=o", "size=1", "offset=o,size=0", "offset=o,size=x", "offset=,size=1",
      "offset=o,size=1,size=2", "offset=o,limit=o,size=1", "offset=o,size=1,", "page=o,size=1",
      "offset=o,size=99999999999999999999", "next", "next=", "next=a", "next=/~", "cursor=/a",
      "cursor=c", "cursor=:/a", "cursor=c:", "cursor=c:a", "cursor=c/a", "page", "page=", "page=:1",
      "page=p:", "page=p:x", "page=p:-1", "page=p:1:2", "link=x", "next=/a,size=1/~2",
    ])
  func rejectsInvalidPagination(text: String) {
    #expect(throws: InvalidArgument.self) { try Pagination(parsing: text) }
  }

  @Test func survivesRandomText() {
    for text in ["offset=from,limit=max,size=50", "cursor=page[a]:/a~1b", "page=p:7", "next=/a"] {
      for text in SeededGenerator.texts(like: text) { _ = try? Pagination(parsing: text) }
    }
  }
}
