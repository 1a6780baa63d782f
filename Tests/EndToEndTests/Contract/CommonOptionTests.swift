import TestSupport
import Testing

/// Options and errors that all five executables share.
@Suite struct CommonOptionTests {
  /// The command that a tool with subcommands needs before its options.
  private static func command(_ name: String) -> [String] {
    name == "yelp-query" ? ["search"] : []
  }

  @Test(arguments: RecordShape.tools, ["--help", "-h"])
  func printsHelpOnStdout(name: String, option: String) throws {
    let result = try Tool(name)(option).expect(exit: 0).expectSilence()

    #expect(result.text.contains(name))
    // COLUMNS is 100; a single long word cannot be wrapped.
    let long = result.lines.filter { $0.count > 100 && $0.split(separator: " ").count > 1 }
    #expect(long == [])
    #expect(!result.text.contains("\u{1b}"))
  }

  @Test(arguments: RecordShape.tools)
  func fitsShortHelpOnOnePage(name: String) throws {
    let commands = ["search", "match", "events", "chat", "parse", "quota"]
    for words in [[]] + (name == "yelp-query" ? commands.map { [$0] } : []) {
      let result = try Tool(name).run(words + ["-h"], environment: ["COLUMNS": "80"])
        .expect(exit: 0)

      #expect(result.lines.count <= 40, "\(words)")
      let called = ([name] + words).joined(separator: " ")
      let hint = "Run `\(called) --help` for all options, `man \(name)` for the manual."
      #expect(result.lines.last == hint)
    }
  }

  @Test(arguments: RecordShape.tools)
  func rejectsUnknownOption(name: String) throws {
    let result = try Tool(name)("--no-such-option").expect(exit: 2)

    #expect(result.text == "")
    let message = result.messageLines.first ?? ""
    #expect(message.hasPrefix("\(name): error: "))
    #expect(message.contains("--no-such-option"))
    #expect(!message.hasSuffix("."))
    #expect(result.messageLines.contains { $0.hasPrefix("\(name): hint: ") })
  }

  /// Swift replaces invalid bytes, so the argument would name another file.
  @Test(arguments: RecordShape.tools)
  func rejectsArgumentThatIsNotUTF8(name: String) throws {
    let script = #"\#(name) --color never "$(printf 'caf\351.txt')""#
    let result = try Sandbox().shell(script).expect(exit: 2)

    #expect(result.text == "")
    #expect(result.messageLines == ["\(name): error: argument 3 is not UTF-8"])
  }

  /// A tool accepts the whole section `shared`, with the options of modules that it does not link.
  @Test(arguments: RecordShape.tools)
  func printsConfigurationWithOrigins(name: String) throws {
    let sandbox = try Sandbox()
    try sandbox.directory.write(
      "home/config/wireline/config.json",
      #"{"shared":{"progress":"none","database":"a","favorites_file":"b","refresh":true}}"#)

    let result = try Tool(name, in: sandbox).run(
      Self.command(name) + ["--print-config", "--color", "never"],
      environment: ["WIRELINE_LOG_FORMAT": "text"])

    result.expect(exit: 0)
    for (option, origin) in [("progress", "config"), ("log-format", "env"), ("color", "flag")] {
      let line = result.lines.first { $0.hasPrefix(option) } ?? ""
      #expect(line.contains(origin), "\(result.story)")
    }
  }

  /// Requests have other columns than the tool's results.
  @Test(arguments: ["req", "imgfetch"])
  func printsRequestsWithTheirColumns(name: String) throws {
    let result = try Tool(name)("--build", "--format", "csv", "https://a.example/x.png")

    let titles = result.expect(exit: 0).lines.first ?? ""
    #expect(titles.hasPrefix("id,") && titles.contains("url"), "\(titles)")
    #expect(result.lines.last?.contains("https://a.example/x.png") == true)
  }

  /// A table does not show errors, and operands do not have line numbers.
  @Test func namesFailedOperand() throws {
    let server = try LoopbackServer { _ in .status(404, "") }
    let many = try Tool("imgfetch")("--format", "csv", server.url("/a"), server.url("/b"))
    let one = try Tool("imgfetch")("--format", "csv", server.url("/a"))

    many.expect(exit: 1).expect(says: "\(server.url("/a"))\": HTTP status 404")
    #expect(one.expect(exit: 22).messageLines.count == 1)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func printsMessagesAsJSON(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, expectsRequests: false)

    let result = try trial("--log-format", "json", stdin: .lines([tool.failingLine]))

    result.expect(exit: 1)
    #expect(!result.messageLines.isEmpty)
    for line in result.messageLines { #expect(try StrictJSON(line).isObject) }
  }

  @Test(arguments: ToolUnderTest.streaming)
  func printsSummaryOnStderr(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("--summary", "-q", stdin: .lines([trial.line(1), trial.line(2)]))

    result.expect(exit: 0).records(as: tool.shape)
    let summaries = result.messageLines.compactMap { try? StrictJSON($0) }
    #expect(summaries.count == 1)
    #expect(summaries.first?.isObject == true)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func doesNotColorPipes(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("-v", stdin: .lines([trial.line(1), tool.failingLine]))

    #expect(!result.stdout.contains(0x1b) && !result.stderr.contains(0x1b))
  }

  /// In cron, stdin may never end.
  @Test func doesNotReadStdinWithOperand() throws {
    let server = try LoopbackServer([
      "/": "x", "/a.png": .ok(SampleImage.png(width: 1, height: 1), type: "image/png"),
      "/c.json": .ok(json: SampleCities.file),
    ])
    let sandbox = try Sandbox()

    for (name, arguments) in [
      ("req", [server.url("/")]), ("imgfetch", [server.url("/a.png")]),
      ("cities-sync", [server.url("/c.json")]), ("cities-find", ["paris"]),
    ] {
      let tool = try Tool(name, in: sandbox)
      try tool.run(arguments, stdin: .silent).expect(exit: 0)
    }
  }

  @Test(arguments: ["req", "imgfetch", "cities-sync"])
  func rejectsUnknownField(name: String) throws {
    let field = name == "cities-sync" ? ("actoin", "action") : ("stauts", "status")
    let operand = name == "cities-sync" ? ["cities.json"] : []

    let result = try Tool(name).run(
      operand + ["--fields", "ref,\(field.0)"], stdin: .lines(["http://127.0.0.1:1/"]))

    result.expect(exit: 2).expect(says: "unknown field \"\(field.0)\" in --fields")
    result.expect(says: "did you mean \"\(field.1)\"?")
    #expect(result.text == "")
  }

  @Test(
    arguments: zip(
      ["Request", "Response", "Image", "Sync"],
      [["req", "--build"], ["req"], ["imgfetch", "-o", "images"], ["cities-sync", "none.json"]]))
  func acceptsDocumentedFields(section: String, words: [String]) throws {
    let page = try #require(TextFile.read("\(Project.root)/man/wireline-records.5"))
    let text = page.split(separator: "\n").drop { $0 != ".Ss \(section)" }.dropFirst()
      .prefix { !$0.hasPrefix(".Ss ") && $0 != ".Fl -status" }
    var depth = 0
    // A list in a list has the values of a field.
    let fields = text.filter { line in
      depth += line.hasPrefix(".Bl ") ? 1 : line == ".El" ? -1 : 0
      return depth == 1 && line.hasPrefix(".It Cm ")
    }
    .flatMap { $0.dropFirst(7).split(separator: " ").filter { $0 != "," } }

    let result = try Tool(words[0]).run(
      Array(words.dropFirst()) + ["--fields", fields.joined(separator: ",")], stdin: .empty)

    #expect(fields.count > 10)
    #expect(result.exit != 2, "\(result.story)")
  }

  @Test func warnsOfFieldThatNoRecordHas() throws {
    let sandbox = try Sandbox()
    try sandbox.addCities()

    let result = try Tool("cities-find", in: sandbox)(
      "paris", "--fields", "name,contry", "--format", "table")

    result.expect(exit: 0).expect(says: "no record has a field \"contry\"")
    result.expect(says: "did you mean \"country\"?")
    #expect(result.text.contains("Paris"))
    try Tool("cities-find", in: sandbox)("paris", "--fields", "name,state").expect(exit: 0)
      .expect(says: "warning: no record has a field \"state\"")
    // Only failed items have these.
    try Tool("cities-find", in: sandbox)("paris", "--fields", "name,error.code,line")
      .expect(exit: 0).expectSilence()
  }

  @Test(arguments: ["imgfetch", "yelp-query"])
  func acceptsLettersOfCurl(name: String) throws {
    let server = try LoopbackServer { _ in
      name == "imgfetch"
        ? .ok(SampleImage.png(width: 1, height: 1), type: "image/png")
        : .ok(json: SampleYelp.search([]))
    }
    let letters = ["-H", "X-Test: 1", "-A", "agent/1", "-m", "20", "-x", "", "-k"]

    try Tool(name).run(
      name == "imgfetch"
        ? letters + ["--output-dir", "o", server.url("/a.png")]
        : ["search", "Paris", "--base-url", server.url("/v3")] + letters,
      environment: ["YELP_API_KEY": "k"]
    ).expect(exit: name == "imgfetch" ? 0 : 1)

    let request = try #require(server.requests.first)
    #expect(request[header: "X-Test"] == "1")
    #expect(request[header: "User-Agent"] == "agent/1")
  }
}
