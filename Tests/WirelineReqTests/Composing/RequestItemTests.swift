import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct RequestItemTests {
  @Test(arguments: [
    ("a=b", RequestItem.text(name: "a", value: "b")), ("a=", .text(name: "a", value: "")),
    ("a=b=c", .text(name: "a", value: "b=c")), ("a=b:c", .text(name: "a", value: "b:c")),
    ("a==b", .query(name: "a", value: "b")), ("a==", .query(name: "a", value: "")),
    ("A:b", .header(name: "A", value: "b")), ("A:b=c", .header(name: "A", value: "b=c")),
    ("A:", .withoutHeader(name: "A")), ("A;", .header(name: "A", value: "")),
    ("a:=1.50", .json(name: "a", value: Array("1.50".utf8))),
    ("a:={\"b\": [1, 2]}", .json(name: "a", value: Array(#"{"b":[1,2]}"#.utf8))),
    ("a=@f", .textFile(name: "a", path: "f")), ("a:=@f", .jsonFile(name: "a", path: "f")),
    ("@f.png", .body(path: "f.png")),
    ("a@f", .file(name: "a", path: "f", mediaType: nil, filename: nil)),
    (
      "a@x;y.png;type=image/png;filename=z",
      .file(name: "a", path: "x;y.png", mediaType: "image/png", filename: "z")
    ),
    (#"a\=b=c"#, .text(name: "a=b", value: "c")), (#"a\:b=c"#, .text(name: "a:b", value: "c")),
    ("a[b][]=c", .text(name: "a[b][]", value: "c")),
  ])
  func parsesItem(word: String, item: RequestItem) throws { #expect(try RequestItem(word) == item) }

  @Test(arguments: [
    ("plain", "missing separator"), ("=b", "missing name"), (":b", "missing name"),
    ("a:=nope", "invalid JSON"), ("a=@", "missing file name"), ("a@", "missing file name"),
    ("@", "missing file name"),
    (";", "missing sep"),
    ("", "missing separator"),
  ])
  func rejectsInvalidItem(word: String, part: String) {
    let error = #expect(throws: UsageError.self) { try RequestItem(word) }

    #expect(error?.message.contains(part) == true, "\(error?.message ?? "none")")
    #expect(error?.hint?.hasPrefix("items are name=value ") == true)
  }

  @Test func survivesRandomText() {
    let sample = #"na\=me[x][]:=@{"a":1}==;type=b;filename=c"#
    for text in SeededGenerator.texts(like: sample) { _ = try? RequestItem(text) }
  }
}

@Suite struct URLShorthandTests {
  @Test(arguments: [
    ("example.com/a", "https://example.com/a"), ("http://a", "http://a"),
    (":8080/x", "http://localhost:8080/x"),
    (":/x", "http://localhost/x"), (":", "http://localhost"), ("localhost", "http://localhost"),
    ("localhost:3000/a?b", "http://localhost:3000/a?b"), ("LOCALHOST/", "http://LOCALHOST/"),
    ("api.localhost:80", "http://api.localhost:80"), ("127.0.0.1:1", "http://127.0.0.1:1"),
    ("[::1]:80/", "http://[::1]:80/"), ("example.com:8080/x", "https://example.com:8080/x"),
    ("host:8080", "https://host:8080"), ("//h/x", "https://h/x"), ("htp:/x", "htp:/x"),
    ("mailto:a@b", "mailto:a@b"), ("ftp://h", "ftp://h"),
    ("u:p@localhost/", "http://u:p@localhost/"),
    ("localhost.example.com", "https://localhost.example.com"),
  ])
  func expandsShorthand(text: String, url: String) { #expect(URLShorthand.expanded(text) == url) }
}

@Suite struct URLTemplateTests {
  private let values = ["id": "a/b c", "n": "1"]

  @Test(arguments: [
    ("http://h/{id}", "http://h/a%2Fb%20c"), ("{n}{n}", "11"), ("http://h/x", "http://h/x"),
    ("http://h/?a={id}&b={n}", "http://h/?a=a%2Fb%20c&b=1"),
  ])
  func fillsInVariables(text: String, url: String) throws {
    #expect(try URLTemplate.filled(text) { values[$0] } == url)
  }

  @Test(arguments: [
    ("http://h/{no}", "variable \"no\" has no value"), ("http://h/{id", "missing \"}\""),
    ("http://h/{}", "is not a variable name"), ("http://u:p@h/{a b}", "is not a variable name"),
  ])
  func rejectsInvalidTemplate(text: String, part: String) {
    let error = #expect(throws: UsageError.self) {
      try URLTemplate.filled(text) { values[$0] }
    }
    #expect(error?.message.contains(part) == true)
    #expect(error?.message.contains(":p@") == false)
  }
}

@Suite struct URLPatternTests {
  @Test(arguments: [
    ("h/{a,b}[1-2]", ["h/a1", "h/a2", "h/b1", "h/b2"]), ("h/[01-05:2]", ["h/01", "h/03", "h/05"]),
    ("h/[a-c:2]", ["h/a", "h/c"]), ("h/{a}[::1]", ["h/{a}[::1]"]), ("h/\\{a,b\\}", ["h/{a,b}"]),
    ("h/{\"a\":1,\"b\":2}", ["h/{\"a\":1,\"b\":2}"]), ("h/[<n>1-2]", ["h/1", "h/2"]),
  ])
  func expandsPatterns(text: String, urls: [String]) throws {
    #expect(try URLPattern.matches(of: text, argument: 0).map(\.text) == urls)
  }

  @Test func fillsInValues() throws {
    let match = try #require(URLPattern.matches(of: "{a,b}[<n>7-8]", argument: 0).last)
    #expect(match.filled("#1-#2-#<n>-#3-#") == "b-8-8-#3-#")
  }

  @Test func limitsTheirNumber() {
    #expect(throws: UsageError.self) {
      try URLPattern.matches(of: "[1-999][1-999]", argument: 0)
    }
  }
}

@Suite struct ResolveArgumentTests {
  @Test(arguments: [
    ("h:80:127.0.0.1", "h", 80, ["127.0.0.1"]),
    ("H.x:443:1.2.3.4,::1", "h.x", 443, ["1.2.3.4", "::1"]),
    ("+h:1:[::1]", "h", 1, ["::1"]), ("*:1:::1", "*", 1, ["::1"]), ("-h:80", "h", 80, []),
  ])
  func parsesEntry(text: String, host: String, port: Int, addresses: [String]) throws {
    let entry = try ResolveArgument(parsing: text)
    #expect(entry.host == host)
    #expect(entry.port == port)
    #expect(entry.addresses == addresses)
  }

  @Test(arguments: [
    "h", "h:80", "h:0:1.2.3.4", "h:99999:1.2.3.4", ":80:1.2.3.4", "h:80:", "h:80:name", "-h:80:::1",
  ])
  func rejectsInvalidEntry(text: String) {
    #expect(throws: InvalidArgument.self) { try ResolveArgument(parsing: text) }
  }
}
