import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct PageWalkTests {
  private static let offsets = OffsetParameters(offset: "from", limit: "max", size: 50)

  private func walk(
    _ pagination: Pagination, _ url: String = "https://a.example/x?q=1", maximumPages: Int? = nil
  ) throws -> PageWalk {
    PageWalk(pagination, url: try RequestURL(url), maximumPages: maximumPages)
  }

  /// A first page with a `Link` field.
  private func page(
    of walk: PageWalk, link: String..., elements: Int? = 1, url: String? = nil
  ) throws -> PageWalk.Page {
    var headers = HeaderFields()
    for field in link { headers.append("link", field) }
    let url = try url.map { text in try RequestURL(text) } ?? walk.first
    return PageWalk.Page(url: url, headers: headers, elements: elements)
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
    #expect(walk.next(after: try page(of: walk, link: field)) == .end())
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
    #expect(step != .end() && step.isEnd)
  }

  @Test func repeatedPageEndsWalk() throws {
    var walk = try walk(.link)
    let second = try RequestURL("https://a.example/2")
    let first = try page(of: walk, link: "</2>; rel=next")

    #expect(walk.next(after: first) == .request(second))
    #expect(
      walk.next(after: try page(of: walk, link: "</x?q=1>; rel=next"))
        == .end())
    #expect(
      walk.next(after: try page(of: walk, link: "</2>; rel=next"))
        == .end())
    #expect(walk.pages == 2)
  }

  @Test func emptyPageAndLimitEndWalk() throws {
    var link = try walk(.link)
    #expect(
      link.next(after: try page(of: link, link: "</2>; rel=next", elements: 0))
        == .end())

    var limited = try walk(.link, maximumPages: 2)
    _ = limited.next(after: try page(of: limited, link: "</2>; rel=next"))
    #expect(
      limited.next(after: try page(of: limited, link: "</3>; rel=next")) == .end())
    #expect(limited.next(after: try page(of: limited)) == .end())
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
    #expect(try walk(.offset(Self.offsets), url).first.text == first)
  }

  @Test func offsetAdvancesByReceivedElements() throws {
    var walk = try walk(.offset(Self.offsets))
    var asked: [String] = []
    for elements in [50, 20, 1, 0] {
      guard case .request(let url) = walk.next(after: try page(of: walk, elements: elements)) else {
        break
      }
      asked.append(url.query ?? "")
    }
    #expect(asked == ["q=1&from=50&max=50", "q=1&from=70&max=50", "q=1&from=71&max=50"])
  }

  @Test func offsetNeedsArray() throws {
    var walk = try walk(.offset(Self.offsets))
    let step = walk.next(after: try page(of: walk, elements: nil))
    #expect(step != .end() && step.isEnd)
    #expect(walk.next(after: try page(of: walk, elements: 0)) == .end())
  }

  @Test func overflowingOffsetEndsWalk() throws {
    var walk = try walk(.offset(Self.offsets), "https://a.example/?from=\(Int.max)")
    #expect(walk.next(after: try page(of: walk, elements: 1)) == .end())
  }

  @Test(
    arguments: [
      ("link", .link),
      ("offset=from,limit=max,size=50", .offset(offsets)),
      ("size=1,offset=o", .offset(OffsetParameters(offset: "o", limit: nil, size: 1))),
    ] as [(String, Pagination)])
  func parsesPagination(text: String, pagination: Pagination) throws {
    #expect(try Pagination(parsing: text) == pagination)
  }

  @Test(
    arguments: [
      "", "links", "offset=o", "size=1", "offset=o,size=0", "offset=o,size=x", "offset=,size=1",
      "offset=o,size=1,size=2", "offset=o,limit=o,size=1", "offset=o,size=1,", "page=o,size=1",
      "offset=o,size=99999999999999999999",
    ])
  func rejectsInvalidPagination(text: String) {
    #expect(throws: InvalidArgument.self) { try Pagination(parsing: text) }
  }

  @Test func survivesRandomText() {
    for text in SeededGenerator.texts(like: "offset=from,limit=max,size=50") {
      _ = try? Pagination(parsing: text)
    }
  }
}

extension PageWalk.Step {
  fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
}
