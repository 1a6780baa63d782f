import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ContactSheetTests {
  typealias Entry = ContactSheet.Entry

  private let reader = ContactSheet.EntryReader()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func page(_ entries: [Entry], title: String = "batch") throws -> String {
    let sheet = try ContactSheet(path: directory.path("sheet.html"), title: title)
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

  /// The elements of each chunk.
  private func chunks(of page: String) throws -> [[StrictJSON]] {
    try pieces(of: page, from: #"<script type="application/json">"#, to: "</script>")
      .map { try StrictJSON($0).elements }
  }

  private func records(of page: String) throws -> [StrictJSON] {
    try chunks(of: page).flatMap { $0 }
  }

  @Test func pageAppearsWhenFinished() throws {
    let sheet = try ContactSheet(path: directory.path("sheet.html"), title: "t")
    try sheet.append(Entry(url: "http://h/a"))
    #expect(!directory.exists("sheet.html"))
    try sheet.finish()
    #expect(directory.exists("sheet.html"))
  }

  @Test func abandonedSheetLeavesNoFile() throws {
    _ = try ContactSheet(path: directory.path("sheet.html"), title: "t")
    #expect(directory.files().isEmpty)
  }

  @Test func requiresExistingFolder() {
    #expect(throws: FileError.self) {
      _ = try ContactSheet(path: directory.path("missing/sheet.html"), title: "t")
    }
  }

  @Test func writesEntries() throws {
    let page = try page([
      Entry(
        url: "https://h/a.jpg", path: directory.path("images/ab/a b.jpg"), format: "jpeg",
        width: 640, height: 480, bytes: 12_345, source: "network", flags: ["extension_mismatch"]),
      Entry(url: "http://h/b", errorCode: "dns", message: "no such host"),
    ])

    let records = try records(of: page).map(\.text)
    #expect(
      records == [
        #"["https://h/a.jpg","images/ab/a%20b.jpg","jpeg",640,480,12345,"network","#
          + #"["extension_mismatch"]]"#,
        #"["http://h/b",0,0,0,0,-1,0,[],"dns","no such host"]"#,
      ])
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--<script>", "</noscript><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)", "' onload='x", "a\u{2028}b\u{2029}c", "]]>", "&lt;&#60;b",
    "\u{0}\u{1B}[31m\n", "</title></style>", "\u{202E}gnp.exe",
  ])
  func escapesHostileText(_ hostile: String) throws {
    let harmless = try page([Entry(url: "u", path: "p", format: "f", source: "s")], title: "t")
    let page = try page(
      [
        Entry(
          url: "http://h/" + hostile, path: hostile, format: hostile, source: hostile,
          flags: [hostile]),
        Entry(url: hostile, errorCode: hostile, message: hostile),
      ], title: hostile)

    #expect(try records(of: page).count == 2)
    let record = try #require(try records(of: page).last)
    #expect(record.elements.last?.string == hostile)
    // As many as on a harmless page: no tag was added.
    for mark in ["<script", "</script", "<!--", "<noscript", "</noscript", "</title", "</style"] {
      let expected = pieces(of: harmless, from: mark, to: ">").count
      #expect(pieces(of: page, from: mark, to: ">").count == expected, "\(mark)")
    }
    #expect(!page.contains("<img src=x"))
    #expect(!page.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    let json = pieces(of: page, from: #"<script type="application/json">"#, to: "</script>")[0]
    #expect(!json.unicodeScalars.contains { ["\u{2028}", "\u{2029}", "<", ">"].contains($0) })
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

  /// Decodes two digits per byte.
  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }

  @Test func policyPermitsStyleAndScriptByHash() throws {
    let page = try page([])
    for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
      let text = try #require(pieces(of: page, from: "<\(element)>", to: "</\(element)>").first)
      let digest = Base64.encode(bytes(ImageKey(url: text).hexadecimal))
      #expect(page.contains("\(directive) 'sha256-\(digest)'"))
    }
    let policy = pieces(
      of: page, from: "http-equiv=\"Content-Security-Policy\" content=\"", to: "\"")
    #expect(policy.first?.hasPrefix("default-src 'none'; img-src 'self' file:; ") == true)
    #expect(policy.first?.contains("unsafe") == false)
  }

  @Test func pageRequestsNothingElse() throws {
    let page = try page([])
    for mark in ["http://", "https://", "url(", "@import", "<link", " src="] {
      #expect(!page.contains(mark), "\(mark)")
    }
  }

  @Test(arguments: [0, 1, 839, 840, 841, 1681, 5000])
  func writesEveryEntryInOrder(count: Int) throws {
    let page = try page((0..<count).map { Entry(url: "http://h/\($0)", path: "i/\($0)") })

    let urls = try records(of: page).map { $0.elements.first?.string }
    #expect(urls == (0..<count).map { "http://h/\($0)" })
    #expect(try chunks(of: page).count == (count + 839) / 840)
  }

  @Test func shortensLongTexts() throws {
    let page = try page([
      Entry(
        url: "data:" + String(repeating: "ü", count: 500_000), errorCode: "invalid_url",
        message: String(repeating: "é", count: 500_000))
    ])
    #expect(page.utf8.count < 60_000)
    let record = try #require(try records(of: page).first).elements
    #expect(record[0].string?.hasPrefix("(1000005 bytes) data:üü") == true)
    #expect(record[9].string == String(repeating: "é", count: 512) + "…")
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

  @Test func readsEntryFromErrorRecord() {
    var record = ErrorRecord(code: .dns, message: "no such host", tool: "imgfetch")
    record.url = "http://h/b"

    #expect(
      reader.entry(Array(record.lineBytes.dropLast()))
        == Entry(url: "http://h/b", errorCode: "dns", message: "no such host"))
  }

  @Test func readsCopiedFieldsAsCaptions() throws {
    let reader = ContactSheet.EntryReader(captions: ["name", "url", "tags", "none", "count"])
    let record = #"""
      {"ref":1,"url":"http://h/a","name":"Café","count":null,"tags":["a","b"]}
      """#

    let entry = try #require(reader.entry(Array(record.utf8)))

    #expect(
      entry.captions == [
        .init(name: "name", value: "Café"), .init(name: "tags", value: #"["a","b"]"#),
      ])
    #expect(
      try records(of: page([entry])).map(\.text) == [
        ##"["http://h/a",0,0,0,0,-1,0,[],0,0,"name","Café","tags","[\"a\",\"b\"]"]"##
      ])
  }
}
