import Glibc
import TestSupport
import Testing

/// What a user of curl, wget and image viewers expects without reading the manual.
@Suite struct ImgfetchFirstUseTests {
  private let sandbox: Sandbox
  private static let png = SampleImage.png(width: 7, height: 5)
  private static let picture = Script.ok(png, type: "image/png")

  init() throws { sandbox = try Sandbox() }

  private func fetch(
    _ arguments: [String], stdin: ToolInput = .empty, _ environment: [String: String] = [:]
  ) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--retry", "0"] + arguments, stdin: stdin,
      environment: environment)
  }

  private var images: [String] {
    sandbox.files.filter { $0.hasPrefix("work/photos/") && !$0.contains("/.wireline-") }
      .map { String($0.dropFirst("work/".count)) }
  }

  // MARK: Headers

  @Test(
    arguments: [
      ([], [:], "image/*, */*;q=0.5"), (["-H", "Accept: image/png"], [:], "image/png"),
      (["--header", "accept: image/webp"], [:], "image/webp"), (["-H", "Accept:"], [:], nil),
      ([], ["WIRELINE_HEADER": "Accept: image/gif"], "image/gif"),
    ] as [([String], [String: String], String?)])
  func givenAcceptHeaderWins(
    options: [String], environment: [String: String], accept: String?
  ) throws {
    let server = try LoopbackServer(["/a": Self.picture])

    try fetch(options + [server.url("/a")], environment).expect(exit: 0)
    let built = try fetch(options + ["--build", server.url("/a")], environment).expect(exit: 0)

    let sent = server.requests.flatMap { $0.headers }.filter { $0.name.lowercased() == "accept" }
    #expect(sent.map(\.value) == (accept.map { [$0] } ?? []))
    let headers = try Record(built.lines[0])["headers"]
    #expect((headers?["Accept"] ?? headers?["accept"])?.string == accept)
  }

  // MARK: Validation

  private static func jpeg(scan count: Int) -> [UInt8] {
    let whole = SampleImage.jpegHeader(width: 64, height: 48)
    return whole.dropLast(2) + [UInt8](repeating: 0x55, count: count) + whole.suffix(2)
  }

  /// RIFF with a VP8L chunk of this length.
  private static func webp(_ count: Int) -> [UInt8] {
    let little = { (number: Int) in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let chunk =
      Array("VP8L".utf8) + little(count) + [0x2F, 6, 0, 1, 0]
      + [UInt8](repeating: 0, count: count - 5)
    return Array("RIFF".utf8) + little(4 + chunk.count) + Array("WEBP".utf8) + chunk
  }

  /// Below and above 256 KB, up to which an image is in memory.
  private static let images: [(String, [UInt8])] = [
    ("png", SampleImage.png(width: 200, height: 200)), ("jpeg", jpeg(scan: 1_000)),
    ("gif", SampleImage.gif(width: 90, height: 40)), ("webp", webp(1_000)),
    ("jpeg", jpeg(scan: 600_000)), ("webp", webp(600_000)),
  ]

  @Test(arguments: images) func refusesHalfImageByDefault(format: String, bytes: [UInt8]) throws {
    let server = try LoopbackServer([
      "/whole": .ok(bytes, type: "image/\(format)"),
      "/half": .ok(Array(bytes.prefix(bytes.count / 2)), type: "image/\(format)"),
    ])

    try fetch([server.url("/whole")]).expect(exit: 0)
    let half = try fetch([server.url("/half")]).expect(exit: 65)
    let header = try fetch(["--validate", "header", server.url("/half")]).expect(exit: 0)

    let record = try #require(half.records(as: .image).first)
    #expect(record.code == "damaged_image" && record.message?.contains("damaged image") == true)
    #expect(header.records(as: .image).first?["format"]?.string == format)
    #expect(images.count == 2)
  }

  /// Inserts a chunk after the header of a greyscale PNG.
  private static func greyPNG(
    with name: String, _ content: [UInt8], crc: UInt32? = nil
  ) -> [UInt8] {
    let named = Array(name.utf8) + content
    let sum = crc ?? Gzip.crc32(named)
    let end = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    var image = png
    image.insert(contentsOf: [0, 0, 0, UInt8(content.count)] + named + end, at: 33)
    return image
  }

  private static let gif = SampleImage.gif(width: 9, height: 4)
  private static let flawed: [(String, [UInt8], String)] = [
    ("gif", Array(gif.dropLast()), "missing trailer"),
    ("gif", Array(gif.dropLast()) + Array("GARBAGE".utf8), "expected a block"),
    ("png", greyPNG(with: "tEXt", Array("a\0b".utf8), crc: 7), "wrong CRC of the tEXt chunk"),
    ("png", greyPNG(with: "PLTE", [1, 2, 3]), "palette in a greyscale image"),
  ]

  /// Browsers display these images.
  @Test(arguments: flawed)
  func acceptsErrorsThatDecodersIgnoreUnlessStrict(
    format: String, bytes: [UInt8], reason: String
  ) throws {
    let server = try LoopbackServer { _ in .ok(bytes, type: "image/\(format)") }

    try fetch([server.url("/a")]).expect(exit: 0)
    try fetch(["--verify-store"]).expect(exit: 0)
    let strict = try fetch(["--validate", "structure", server.url("/b")]).expect(exit: 65)

    strict.expect(says: reason)
  }

  /// It cannot be distinguished from a truncated image, even if the length of the body is right.
  @Test(arguments: [0, 600])
  func refusesJPEGWithoutEndMarker(padding: Int) throws {
    let bytes = Array(Self.jpeg(scan: 1_000).dropLast(2)) + [UInt8](repeating: 0, count: padding)
    let server = try LoopbackServer { _ in .ok(bytes, type: "image/jpeg") }

    let refused = try fetch([server.url("/a")]).expect(exit: 65)
    try fetch(["--validate", "header", server.url("/a")]).expect(exit: 0)

    refused.expect(says: "missing end-of-image marker")
  }

  @Test(arguments: [
    ("application/octet-stream", false), ("Binary/Octet-Stream; x=y", false), ("text/html", true),
    ("image/jpeg", true), ("image/png", false),
  ])
  func flagsOnlyTypesThatContradictContent(type: String, isFlagged: Bool) throws {
    let server = try LoopbackServer(["/a": .ok(Self.png, type: type)])

    let record = try #require(
      try fetch([server.url("/a")]).expect(exit: 0).records(as: .image).first)

    #expect(
      record["flags"]?.elements.compactMap(\.string) == (isFlagged ? ["media_type_mismatch"] : nil))
  }

  // MARK: Input

  @Test func explainsFileGivenAsURL() throws {
    try sandbox.write("my urls.txt", "http://127.0.0.1:1/a\n")

    let result = try fetch(["my urls.txt"]).expect(exit: 2)

    result.expect(says: "\"my urls.txt\" is a file, not a URL", "imgfetch --input 'my urls.txt'")
    #expect(result.lines.isEmpty && !sandbox.exists("photos"))
    try sandbox.write("cup.png", Self.png)
    try fetch(["cup.png"]).expect(exit: 2).expect(says: "it does not process local files")
  }

  @Test(arguments: ["127.0.0.1:8080/a.png", "example.com/a.png"])
  func missingSchemeIsNamed(url: String) throws {
    try fetch([url]).expect(exit: 3)
      .expect(says: "the scheme is missing", "a URL begins with https:// or http://")
  }

  @Test func letterReadsURLsFromFile() throws {
    let server = try LoopbackServer(["/a": Self.picture])
    try sandbox.write("urls.txt", server.url("/a") + "\n")

    try fetch(["-i", "urls.txt"]).expect(exit: 0)
    try fetch(["-i"]).expect(exit: 2).expect(says: "-i")

    #expect(server.targets == ["/a"])
  }

  /// Words of other tools for what an option does, or what is the default.
  @Test(arguments: [
    ("--thumbnail", "give --resize N"), ("--width", "give --resize Nx"),
    ("--quality", "give --encode jpeg:80"), ("--force", "give --refresh"),
    ("--mirror", "give --layout domain"), ("--delete", "give --remove URL, or --clear"),
    ("--list", "--status prints a summary"), ("--image_size", "give --resize N"),
    ("--skip-existing", "stored images are not requested again"),
  ])
  func unknownOptionNamesWhatToType(option: String, hint: String) throws {
    try fetch([option, "9"]).expect(exit: 2)
      .expect(says: "unknown option \"\(option)\"", "imgfetch: hint: \(hint)")
  }

  @Test func configurationReportsSandbox() throws {
    let lines = try fetch(["--print-config"]).expect(exit: 0).lines

    let words = lines.map { $0.split(separator: " ") }.first { $0.first == "sandbox" }
    #expect(words == ["sandbox", "true", "default"])
  }

  // MARK: Reports

  private func seen(_ arguments: [String]) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      arguments + ["--retry-delay", "250ms", "--progress", "none"], stdout: .terminal)
  }

  @Test func terminalShowsRetriesAndDefaultDirectory() throws {
    let server = try LoopbackServer { request in
      request.hit < 3 ? .status(503) : Self.picture
    }

    let first = try seen([server.url("/a")]).expect(exit: 0)
    let silent = [
      try seen([server.url("/a"), "-q"]), try seen([server.url("/a"), "-o", "photos"]),
      try seen(["--status"]),
    ]

    let lines = first.lines.map { $0.replacing("\r", with: "") }
    #expect(
      lines.prefix(2) == [
        "imgfetch: retrying in 250 ms (1 of 3): HTTP status 503",
        "imgfetch: retrying in 500 ms (2 of 3): HTTP status 503",
      ])
    let directory = sandbox.directory.path("home/cache/wireline/images")
    #expect(
      lines.last
        == "imgfetch: stored in \"\(directory)\"; -o DIR selects another directory", "\(lines)")
    for result in silent { #expect(!result.text.contains("stored in")) }
  }

  @Test func verboseRetryNamesItsItem() throws {
    let server = try LoopbackServer { request in
      request.path == "/b" && request.hit % 2 == 1 ? .status(503) : Self.picture
    }
    let lines = [server.url("/a"), #"{"id":"k","url":"\#(server.url("/b"))"}"#]
    let words = ["-o", "photos", "-v", "--retry-delay", "1ms"]
    let tool = try Tool("imgfetch", in: sandbox)

    let text = try tool.run(words, stdin: .lines(lines)).expect(exit: 0)
    let json = try tool.run(
      words + ["--refresh", "--log-format", "json"], stdin: .lines(lines)
    ).expect(exit: 0)

    text.expect(
      says: "imgfetch: retry (ref \"k\", attempt 2):\n  URL: \(server.url("/b"))\n"
        + "  Reason: HTTP status 503\n  Wait: 1 ms\n")
    let event = try #require(
      try json.messages.split(separator: "\n").map { try Record(String($0)) }
        .first { $0["event"]?.string == "retry" })
    #expect(event["ref"]?.string == "k" && event["url"]?.string == server.url("/b"))
    #expect(event["reason"]?.string == "HTTP status 503")
  }

  /// The directory and its index cannot be created for the same reason.
  @Test func reportsUnusableDirectoryOnce() throws {
    let server = try LoopbackServer { _ in Self.picture }

    let result = try Tool("imgfetch", in: sandbox)("-o", "/proc/x", server.url("/a"))

    let messages = result.expect(exit: 23).messages.split(separator: "\n")
    #expect(messages == ["imgfetch: error: cannot create \"/proc/x\": no such file or directory"])
  }

  @Test func verbosePrintsSourceOfStoredImage() throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let now = { (time: Int) in ["WIRELINE_NOW": "\(time)"] }
    let path = try #require(
      try fetch([server.url("/a")], now(1_000_000)).records(as: .image).first?["path"]?.string)

    let result = try fetch(["-v", server.url("/a"), server.url("/a")], now(1_259_200))

    let lines = result.messages.split(separator: "\n").filter { $0.contains(path) }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\(server.url("/a")): storage, checked 3 d ago: \(path)") == true)
    #expect(try fetch([server.url("/a")], now(1_259_200)).messages.isEmpty)
  }

  @Test func tableNamesURLAndSource() throws {
    let server = try LoopbackServer(["/a": Self.picture])

    let rows = try fetch(["--format", "table", server.url("/a")]).expect(exit: 0).lines

    #expect(rows.count == 2)
    #expect(rows[0].split(separator: " ").prefix(3) == ["ref", "source", "url"])
    #expect(
      rows[1].split(separator: " ").dropFirst().prefix(2) == ["network", "\(server.url("/a"))"])
  }

  @Test func contactSheetShowsCopiedFields() throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let lines = [#"{"url":"\#(server.url("/a"))","name":"Café </script>","stars":4.5}"#]

    try fetch(
      ["--copy", "name,stars,missing,url", "--contact-sheet", "sheet.html"], stdin: .lines(lines)
    ).expect(exit: 0)

    let page = try sandbox.text("sheet.html")
    #expect(page.contains("<br>name: Café &lt;/script&gt;<br>stars: 4.5<br>"))
    #expect(!page.contains("missing"))
  }

  // MARK: The store

  @Test func statusAndRemoveExamineDisk() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let path = try #require(
      try fetch([server.url("/a")]).records(as: .image).first?["path"]?.string)
    try fetch([server.url("/b")]).expect(exit: 0)
    unlink(sandbox.directory.path("work/\(path)"))

    let status = try Record(try fetch(["--status"]).expect(exit: 0).lines[0])
    let removal = try fetch(["--remove", server.url("/a")]).expect(exit: 22)

    #expect(status["images"]?.integer == 1 && status["bytes"]?.integer == Self.png.count)
    #expect(status["hosts"]?[0]?["images"]?.integer == 1)
    #expect(status["formats"]?[0]?["images"]?.integer == 1)
    #expect(removal.records(as: .image).first?.code == "not_found")
    // The entry is gone too.
    let verified = try Record(try fetch(["--verify-store"]).expect(exit: 0).lines[0])
    #expect(verified["images"]?.integer == 1 && verified["missing"]?.integer == 0)
  }

  @Test func killedRunLosesOnlyImagesInFlight() throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.path == "/last" ? Self.picture.behind(gate) : Self.picture
    }
    let lines = (1...300).map { server.url("/\($0)") } + [server.url("/last")]
    let tool = try Tool("imgfetch", in: sandbox).start(
      ["--output-dir", "photos"], stdin: .lines(lines))
    let areStored = becomesTrue(within: .seconds(30)) {
      images.count { $0.hasSuffix(".png") } == 300
    }
    #expect(areStored)
    #expect(server.waitForRequests(301))
    // The index is written every 200 ms.
    #expect(
      becomesTrue(within: .seconds(30)) {
        let status = try? Record(fetch(["--status"]).lines.first ?? "")
        return status?["images"]?.integer == 300
      })
    tool.send(SIGKILL)
    _ = try tool.wait()
    gate.open()
    let before = server.requestCount

    let records = try fetch([], stdin: .lines(lines)).expect(exit: 0).records(as: .image)

    #expect(server.targets.dropFirst(before) == ["/last"])
    #expect(records.count == 301 && records.allSatisfy { $0["sha256"] != nil })
  }
}
