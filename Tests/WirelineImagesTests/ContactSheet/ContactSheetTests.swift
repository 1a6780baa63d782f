import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ContactSheetTests {
  typealias Entry = ContactSheet.Entry

  private let reader = ContactSheet.EntryReader()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func page(_ entries: [Entry]) throws -> String {
    let sheet = try ContactSheet(path: directory.path("sheet.html"))
    for entry in entries { try sheet.append(entry) }
    try sheet.finish()
    return try directory.text("sheet.html")
  }

  /// The texts between two marks.
  private func pieces(of page: String, from start: String, to end: String) -> [String] {
    page.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { rest in
      String(rest.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)[0])
    }
  }

  private func items(of page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("<li ") }.map(String.init)
  }

  @Test func pageAppearsWhenFinished() throws {
    let sheet = try ContactSheet(path: directory.path("sheet.html"))
    try sheet.append(Entry(url: "http://h/a"))
    #expect(!directory.exists("sheet.html"))
    try sheet.finish()
    #expect(directory.exists("sheet.html"))
  }

  @Test func writesEntries() throws {
    let page = try page([
      Entry(
        url: "https://h/a.jpg", path: directory.path("images/ab/a b.jpg"), format: "jpeg",
        width: 640, height: 480, bytes: 12_345, source: "network", flags: ["extension_mismatch"]),
      Entry(url: "h/b", errorCode: "dns", message: "no such host"),
    ])

    #expect(
      items(of: page) == [
        #"<li class=jpeg><a href="images/ab/a%20b.jpg">"#
          + #"<img loading=lazy src="images/ab/a%20b.jpg" alt=""></a>"#
          + #"<p><a href="https://h/a.jpg">https://h/a.jpg</a>"#
          + "<br>640×480 · 12.1 KiB · network · extension_mismatch",
        "<li class=failed><p>h/b<br><b>dns</b><br>no such host",
      ])
  }

  /// The numbers are known at the end of the run.
  @Test func filtersByFormat() throws {
    let formats = ["png", "jpeg", "png", "nonsense"].map { Entry(url: "u", path: "p", format: $0) }

    let page = try page(formats + [Entry(url: "u", errorCode: "dns")])

    #expect(
      pieces(of: page, from: "<label>", to: "</label>") == [
        "<input type=radio name=show id=all checked> all 5",
        "<input type=radio name=show id=png> png 2",
        "<input type=radio name=show id=failed> failed 1",
        "<input type=radio name=show id=jpeg> jpeg 1",
        "<input type=radio name=show id=other> other 1",
      ])
    for name in ["png", "failed", "jpeg", "other"] {
      #expect(page.contains("body:has(#\(name):checked) li:not(.\(name)) { display: none; }"))
    }
  }

  @Test(arguments: [
    "</style><script>alert(1)</script>", "<!--<script>", "<img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)", "&lt;&#60;b", "\u{0}\u{1B}[31m\n", "</li></ul>",
    "javascript:alert(1)",
  ])
  func escapesHostileText(_ hostile: String) throws {
    let page = try page([
      Entry(
        url: "http://h/" + hostile, path: hostile, format: hostile, source: hostile,
        flags: [hostile], captions: [hostile]),
      Entry(url: hostile, errorCode: hostile, message: hostile),
    ])

    let items = items(of: page)
    #expect(items.count == 2)
    let tags = items.map { pieces(of: $0, from: "<", to: ">") }
    #expect(
      tags[0].map { $0.prefix { $0 != " " } }
        == ["li", "a", "img", "/a", "p", "a", "/a", "br", "br"])
    #expect(tags[1] == ["li class=failed", "p", "br", "b", "/b", "br"])
    #expect(tags[0].allSatisfy { $0.count { $0 == "\"" }.isMultiple(of: 2) })
    #expect(!page.contains("href=\"javascript"))
    #expect(!page.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  @Test(arguments: [
    ("/a/sheet.html", "/a/images/b.png", "images/b.png"),
    ("/a/b/sheet.html", "/a/c/d.png", "../c/d.png"),
    ("/sheet.html", "/x", "x"), ("/a/b/c/s.html", "/x", "../../../x"),
    ("s.html", "images/x", "images/x"), ("out/s.html", "images/x", "../images/x"),
    ("../s.html", "x", "work/x"), ("./out/../s.html", "./images//x", "images/x"),
    ("/../s.html", "/../../x", "x"), ("/a/s.html", "/a", "../a"),
    ("s.html", "javascript:alert(1)", "javascript%3Aalert%281%29"),
    ("s.html", "a?b#c%20d&e\"'<é", "a%3Fb%23c%2520d%26e%22%27%3C%C3%A9"),
    ("/dev/stdout", "images/x", "images/x"),
  ])
  func referencesAreRelativeToPage(page: String, file: String, reference: String) {
    let references = RelativeReference(from: page, directory: "/home/work")
    #expect(references.reference(to: file) == reference)
  }

  @Test func policyPermitsStyleByHash() throws {
    let page = try page([])
    let style = try #require(pieces(of: page, from: "<style>", to: "</style>").first)
    let digest = Base64.encode(Array(SHA256.hash(data: Array(style.utf8))))

    let policy = pieces(
      of: page, from: "http-equiv=\"Content-Security-Policy\" content=\"", to: "\"")

    #expect(
      policy == [
        "default-src 'none'; img-src 'self' file:; style-src 'sha256-\(digest)'; base-uri 'none';"
          + " form-action 'none'"
      ])
  }

  @Test func shortensLongTexts() throws {
    let page = try page([
      Entry(
        url: "data:" + String(repeating: "ü", count: 500_000), errorCode: "invalid_url",
        message: String(repeating: "é", count: 500_000))
    ])

    let item = try #require(items(of: page).first)
    #expect(item.utf8.count < 6_000)
    #expect(item.contains("<p>(1000005 bytes) data:üü"))
    #expect(item.hasSuffix(String(repeating: "é", count: 512) + "…"))
  }

  @Test func readsEntryFromRecord() {
    let record = #"""
      {"ref":1,"url":"http://h/a","path":"p/a.png","source":"network","format":"png","width":2,\#
      "height":3,"bytes":4,"flags":["first_frame"]}
      """#
    let failure = #"{"error":{"code":"dns","message":"no such host"},"ref":1,"url":"http://h/b"}"#

    #expect(
      reader.entry(Array(record.utf8))
        == Entry(
          url: "http://h/a", path: "p/a.png", format: "png", width: 2, height: 3, bytes: 4,
          source: "network", flags: ["first_frame"]))
    #expect(
      reader.entry(Array(failure.utf8))
        == Entry(url: "http://h/b", errorCode: "dns", message: "no such host"))
    #expect(reader.entry(Array("no object".utf8)) == nil)
  }

  @Test func readsCopiedFieldsAsCaptions() throws {
    let reader = ContactSheet.EntryReader(captions: ["name", "url", "tags", "none", "count"])
    let record = #"""
      {"ref":1,"url":"http://h/a","name":"Café","count":null,"tags":["a","b"]}
      """#

    let entry = try #require(reader.entry(Array(record.utf8)))

    #expect(
      entry.captions == [
        "name: Café", #"tags: ["a","b"]"#,
      ])
    #expect(
      try items(of: page([entry]))[0].hasSuffix(
        "</a><br>name: Café<br>tags: [&quot;a&quot;,&quot;b&quot;]"))
  }
}
