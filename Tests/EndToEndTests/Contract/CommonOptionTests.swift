import TestSupport
import Testing

/// What all five executables do alike before they do anything.
@Suite struct CommonOptionTests {
  /// The words that a tool with sub-commands needs before its options.
  private static func command(_ name: String) -> [String] {
    name == "yelp-query" ? ["search"] : []
  }

  @Test(arguments: RecordShape.tools)
  func versionIsOneLine(name: String) throws {
    let result = try Tool(name)("--version").expect(exit: 0).expectSilence()

    #expect(result.lines.count == 1)
    #expect(result.text.contains(".") && result.text.hasSuffix("\n"))
  }

  @Test(arguments: RecordShape.tools, ["--help", "-h"])
  func helpGoesToStdout(name: String, option: String) throws {
    let result = try Tool(name)(option).expect(exit: 0).expectSilence()

    #expect(result.text.contains(name))
    // COLUMNS is 100; one long word cannot be wrapped.
    let long = result.lines.filter { $0.count > 100 && $0.split(separator: " ").count > 1 }
    #expect(long == [])
    #expect(!result.text.contains("\u{1b}"))
  }

  @Test(arguments: RecordShape.tools)
  func shortHelpFitsOnOnePage(name: String) throws {
    let commands = ["search", "match", "events", "chat", "parse", "quota"]
    for words in [[]] + (name == "yelp-query" ? commands.map { [$0] } : []) {
      let result = try Tool(name).run(words + ["-h"], environment: ["COLUMNS": "80"])
        .expect(exit: 0)

      #expect(result.lines.count <= 40, "\(words)")
      let called = ([name] + words).joined(separator: " ")
      #expect(result.lines.last == "`\(called) --help` lists all options.")
    }
  }

  @Test(arguments: ["search", "parse", "quota"])
  func theHelpOfACommandNamesTheWholeOfIt(command: String) throws {
    let result = try Tool("yelp-query")(command, "--help").expect(exit: 0).expectSilence()

    #expect(result.lines.contains { $0.hasPrefix("Usage: yelp-query \(command) ") })
  }

  @Test(arguments: RecordShape.tools)
  func unknownOptionIsUsageAndNamed(name: String) throws {
    let result = try Tool(name)("--no-such-option").expect(exit: 2)

    #expect(result.text == "")
    let message = result.messageLines.first ?? ""
    #expect(message.hasPrefix("\(name): error: "))
    #expect(message.contains("--no-such-option"))
    #expect(!message.hasSuffix("."))
    #expect(result.messageLines.contains { $0.hasPrefix("\(name): hint: ") })
  }

  /// Its letters would be others, and so would the file that it names.
  @Test(arguments: RecordShape.tools)
  func anArgumentThatIsNotUTF8IsRefused(name: String) throws {
    let script = #"\#(name) --color never "$(printf 'caf\351.txt')""#
    let result = try Sandbox().shell(script).expect(exit: 2)

    #expect(result.text == "")
    #expect(result.messageLines == ["\(name): error: argument 3 is not UTF-8"])
  }

  /// U+FFFD itself is a letter like others.
  @Test func anArgumentMayHoldTheReplacementCharacter() throws {
    let result = try Tool("req")("--dry-run", "http://h/\u{FFFD}").expect(exit: 0)

    #expect(result.text.contains("%EF%BF%BD"))
  }

  @Test(arguments: RecordShape.tools, ["--color=sometimes", "--format=xml", "--log-format=x"])
  func badValueIsUsage(name: String, option: String) throws {
    let result = try Tool(name)(option).expect(exit: 2)

    #expect(result.text == "")
    #expect(result.messageLines.first?.hasPrefix("\(name): error: ") == true)
  }

  @Test(arguments: RecordShape.tools)
  func configIsPrintedWithItsOrigins(name: String) throws {
    let sandbox = try Sandbox()
    try sandbox.directory.write(
      "home/config/wireline/config.json", #"{"shared":{"progress":"none"}}"#)

    let result = try Tool(name, in: sandbox).run(
      Self.command(name) + ["--print-config", "--color", "never"],
      environment: ["WIRELINE_LOG_FORMAT": "text"])

    result.expect(exit: 0)
    for (option, origin) in [("progress", "config"), ("log-format", "env"), ("color", "flag")] {
      let line = result.lines.first { $0.hasPrefix(option) } ?? ""
      #expect(line.contains(origin), "\(result.story)")
    }
  }

  @Test func thePrintedConfigurationIsThatOfThePreset() throws {
    let result = try Tool("imgfetch").run(
      ["--preset", "fast", "--jobs", "3", "--print-config", "--format", "jsonl"]
    ).expect(exit: 0)
    let rows = try result.lines.map { line throws(StrictJSONError) in try StrictJSON(line) }
    let texts = rows.map { row in
      [row["name"], row["value"], row["origin"]].map { $0?.string ?? "" }.joined(separator: " ")
    }
    for text in [
      "jobs 3 flag", "per-host 12 preset", "timeout 20s preset", "retry 5 preset",
      "retry-policy aggressive preset", "memory high=10000,low=20000 preset",
      "memory-in-flight 256M default", "max-redirects 10 default",
    ] { #expect(texts.contains(text), "\(texts)") }
  }

  /// An option that all tools share is none of one tool's own, and the other way round.
  @Test(arguments: [
    ("WIRELINE_IMGFETCH_JOBS", "WIRELINE_JOBS"), ("WIRELINE_LAYOUT", "WIRELINE_IMGFETCH_LAYOUT"),
  ])
  func theSameOptionIsWhatIsMeant(name: String, meant: String) throws {
    let result = try Tool("imgfetch").run(["--print-config"], environment: [name: "2"])
    result.expect(says: "\(name) is not known: did you mean \(meant)?")
  }

  @Test(arguments: RecordShape.tools)
  func anUnknownVariableIsTold(name: String) throws {
    let words = Self.command(name) + ["--print-config"]
    let slip = try Tool(name).run(words, environment: ["WIRELINE_FORMAAT": "jsonl"])
    let silent = try Tool(name).run(
      words, environment: ["WIRELINE_NOW": "1", "WIRELINE_QUIET": "true"])

    slip.expect(exit: 0).expect(
      says: "WIRELINE_FORMAAT is not known: did you mean WIRELINE_FORMAT?")
    silent.expect(exit: 0).expectSilence()
  }

  @Test func offlineCanBeSet() throws {
    let server = try LoopbackServer(expectsNoRequest: true) { _ in "x" }
    let environment = ["WIRELINE_OFFLINE": "true"]

    try Tool("req")(server.url("/"), environment: environment).expect(exit: 7)
    try Tool("imgfetch")(server.url("/"), environment: environment).expect(exit: 7)
  }

  /// What is not what the table is for has its own columns.
  @Test(arguments: ["req", "imgfetch"])
  func requestsHaveColumnsOfTheirOwn(name: String) throws {
    let result = try Tool(name)("--build", "--format", "csv", "https://a.example/x.png")

    let titles = result.expect(exit: 0).lines.first ?? ""
    #expect(titles.hasPrefix("id,") && titles.contains("url"), "\(titles)")
    #expect(result.lines.last?.contains("https://a.example/x.png") == true)
  }

  /// A table has no room for an error, and a list of words has no line numbers.
  @Test func aFailedOperandIsNamed() throws {
    let server = try LoopbackServer { _ in .status(404, "") }
    let many = try Tool("imgfetch")("--format", "csv", server.url("/a"), server.url("/b"))
    let one = try Tool("imgfetch")("--format", "csv", server.url("/a"))

    many.expect(exit: 1).expect(says: "\(server.url("/a"))\": HTTP status 404")
    #expect(one.expect(exit: 22).messageLines.count == 1)
  }

  @Test(arguments: RecordShape.tools)
  func badConfigFileIsNamedWithLineAndKey(name: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.directory.write(
      "home/config/wireline/config.json", "{\"shared\": {\n  \"progress\": 7\n}}\n")

    let tool = try Tool(name, in: sandbox)
    let result = try tool.run(Self.command(name) + ["--print-config"]).expect(exit: 2)

    result.expect(says: file, "progress", "line 2")
    try tool.run(Self.command(name) + ["--no-config", "--print-config"]).expect(exit: 0)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func logFormatJSONMakesMessagesJSONLines(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, isAsked: false)

    let result = try trial("--log-format", "json", stdin: .lines([tool.failingLine]))

    result.expect(exit: 1)
    #expect(!result.messageLines.isEmpty)
    for line in result.messageLines { #expect(try StrictJSON(line).isObject) }
  }

  @Test(arguments: ToolUnderTest.streaming)
  func quietLeavesErrorsAndQuieterNothing(tool: ToolUnderTest) throws {
    let trial = try Trial(tool, isAsked: false)

    let plain = try trial(stdin: .lines([tool.failingLine])).expect(exit: 1)
    let quieter = try trial("-qq", stdin: .lines([tool.failingLine])).expect(exit: 1)

    #expect(plain.messageLines.contains { $0.hasPrefix("\(tool.name): error: ") })
    let quiet = try trial("-q", stdin: .lines([tool.failingLine])).expect(exit: 1)
    #expect(quiet.messageLines.allSatisfy { $0.hasPrefix("\(tool.name): error: ") })
    quieter.expectSilence()
  }

  @Test(arguments: ToolUnderTest.streaming)
  func summaryIsOneJSONLineOnStderr(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("--summary", "-q", stdin: .lines([trial.line(1), trial.line(2)]))

    result.expect(exit: 0).records(as: tool.shape)
    let summaries = result.messageLines.compactMap { try? StrictJSON($0) }
    #expect(summaries.count == 1)
    #expect(summaries.first?.isObject == true)
  }

  @Test(arguments: ToolUnderTest.streaming)
  func nothingIsColouredInAPipe(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)

    let result = try trial("-v", stdin: .lines([trial.line(1), tool.failingLine]))

    #expect(!result.stdout.contains(0x1b) && !result.stderr.contains(0x1b))
  }

  @Test(arguments: ToolUnderTest.streaming, ["tsv", "csv", "table"])
  func otherFormatsCarryTheChosenFields(tool: ToolUnderTest, format: String) throws {
    let trial = try Trial(tool)

    let result = try trial(
      "--format", format, "--fields", "ref", stdin: .lines([trial.line(1, ["id": "42"])]))

    #expect(result.expect(exit: 0).text.contains("42"))
    #expect(!result.text.contains("{"))
  }

  /// In cron stdin may be anything, and may never end.
  @Test func toolWithAnOperandDoesNotReadStdin() throws {
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
      try tool.run(arguments, stdin: .silent, timeout: .seconds(10)).expect(exit: 0)
    }
  }
}
