import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct WebLinkTests {
  @Test(
    arguments: [
      ("<https://a.example/2>; rel=\"next\"", ["https://a.example/2 next"]),
      ("</2>;rel=next", ["/2 next"]), ("  <?p=2> ; REL = Next", ["?p=2 next"]),
      ("</1>; rel=prev, </3>; rel=next", ["/1 prev", "/3 next"]),
      (
        "</1>; rel=\"first prev\"; title=\"a, \\\"b\\\"; <x>\", </3>; rel=\"NEXT\tlast\"",
        ["/1 first,prev", "/3 next,last"]
      ),
      ("</a,b;c>; rel=next", ["/a,b;c next"]), ("<>; rel=next", [" next"]),
      ("</1>; rel=up; rel=next", ["/1 up"]), ("</1>", ["/1 "]), ("</1>;;rel=next;", ["/1 next"]),
      ("</1>; title=\"open; rel=next", ["/1 "]), (", ,</1>; rel=next,,", ["/1 next"]),
      ("</1>; rel=next junk, </2>; rel=last", ["/1 next", "/2 last"]),
      ("", []), ("https://a.example", []), ("</1", []), ("; rel=next", []),
    ] as [(String, [String])])
  func parsesLinks(field: String, links: [String]) {
    let found = WebLink.links(field).map {
      "\($0.target) \($0.relations.joined(separator: ","))"
    }
    #expect(found == links)
  }

  @Test func keepsAnchor() {
    #expect(
      WebLink.links("</2>; anchor=\"#x\"; rel=next")
        == [WebLink(target: "/2", relations: ["next"], anchor: "#x")])
  }

  @Test func survivesRandomField() {
    let sample = "</1>; rel=\"a b\"; t=\"x\\\"y\", <https://é/?a,b>; rel=next; anchor=z"
    for field in SeededGenerator.texts(like: sample) { _ = WebLink.links(field) }
  }
}
