import Testing
import WirelineCore

@Suite struct JSONPointerTests {
  /// The document and the table of RFC 6901 §5, and edge cases of §3 and §4.
  static let document = #"""
    {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8,
    "~1":9,"nested":{"":{"":10}},"list":[[0,[11]],{"0":12}],"é":13,
    "\u0065\/":14,"twice":1,"twice":15}
    """#

  static let found: [(String, String)] = [
    ("/foo/0", "\"bar\""), ("/foo/1", "\"baz\""), ("/foo", #"["bar","baz"]"#), ("/", "0"),
    ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), ("/i\\j", "5"), ("/k\"l", "6"),
    ("/ ", "7"), ("/m~0n", "8"), ("/~01", "9"), ("/nested//", "10"), ("/list/0/1/0", "11"),
    ("/list/1/0", "12"), ("/é", "13"), ("/e~1", "14"), ("/twice", "15"),
    ("/foo/-1", "\"baz\""), ("/list/-1/0", "12"),
  ]

  static let absent = [
    "foo", "#/foo", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/-0", "/foo/1.0",
    "/foo/-2", "/foo/ 1", "/foo/", "/foo/x", "/foo/99999999999999999999", "/m~n", "/m~2n", "/m~",
    "/nope",
    "/foo/0/0", "/a/b", "//", "/nested/x", "/list/0/1/0/0", "/foo/１", "/FOO", "/e\u{301}",
  ]

  private func view() throws -> JSONView { try JSONView.parse(Array(Self.document.utf8)) }

  @Test(arguments: found)
  func findsValues(_ pointer: String, _ expected: String) throws {
    #expect(try view().pointer(pointer).map { String(decoding: $0.raw, as: UTF8.self) } == expected)
  }

  @Test(arguments: absent)
  func returnsNilForOtherPointers(_ pointer: String) throws {
    #expect(try view().pointer(pointer) == nil)
  }

  @Test func emptyPointerIsTheWholeValue() throws {
    #expect(try view().pointer("")?.type == .object)
    #expect(try JSONView.parse(Array("7".utf8)).pointer("")?.integer == 7)
  }
}
