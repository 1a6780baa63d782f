import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct SettingsTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func run(
    _ arguments: [String], file: String? = nil, _ variables: [String: String] = [:]
  ) throws -> SampleRun {
    if let file { try home.write("wireline/config.json", file) }
    return try SampleRun(
      arguments, environment: variables.merging(["XDG_CONFIG_HOME": home.path]) { $1 })
  }

  private var path: String { home.path("wireline/config.json") }

  @Test func usesTheHighestOrigin() throws {
    let file = #"{"shared":{"jobs":2},"imgfetch":{"limit":20}}"#
    let variables = ["WIRELINE_JOBS": "3", "WIRELINE_IMGFETCH_LIMIT": "30"]

    #expect(try run(["x"]).output == "x [] -1 -1\n")
    #expect(try run(["x"], file: file).output == "x [] 20 2\n")
    #expect(try run(["x"], file: file, variables).output == "x [] 30 3\n")
    #expect(try run(["x", "-j4", "-n40"], file: file, variables).output == "x [] 40 4\n")
    #expect(try run(["x", "--no-config"], file: file).output == "x [] -1 -1\n")
  }

  @Test func prefersToolSectionOverSharedSection() throws {
    let file = #"{"shared":{"jobs":2},"imgfetch":{"jobs":5},"req":{"jobs":7}}"#

    #expect(try run(["x"], file: file).output == "x [] -1 5\n")
  }

  @Test func prefersToolVariableOverSharedVariable() throws {
    let variables = ["WIRELINE_JOBS": "2", "WIRELINE_IMGFETCH_JOBS": "5", "WIRELINE_REQ_JOBS": "7"]

    #expect(try run(["x"], variables).output == "x [] -1 5\n")
  }

  @Test func readsOperandsFromVariables() throws {
    let variables = ["WIRELINE_IMGFETCH_SOURCE": "-s", "WIRELINE_IMGFETCH_NAME": "n"]

    #expect(try run([], variables).output == "-s [\"n\"] -1 -1\n")
    #expect(try run(["given"], variables).output == "given [] -1 -1\n")
  }

  @Test func ignoresEmptyVariables() throws {
    #expect(try run(["x"], ["WIRELINE_JOBS": ""]).output == "x [] -1 -1\n")
  }

  @Test func overridesExclusiveOptionsOfLowerOrigins() throws {
    let file = #"{"shared":{"record":"file.jsonl"}}"#
    func origins(_ words: [String], _ variables: [String: String]) throws -> [String] {
      try run(words + ["--print-config"], file: file, variables).output
        .split(separator: "\n").filter { $0.hasPrefix("record ") || $0.hasPrefix("replay ") }
        .map { String($0.split(separator: " ").dropFirst().joined(separator: " ")) }
    }

    #expect(try origins([], [:]) == ["file.jsonl config", "- default"])
    #expect(try origins(["--replay", "x"], [:]) == ["- default", "x flag"])
    #expect(
      try origins([], ["WIRELINE_REPLAY": "y"]) == ["- default", "y environment"])
    #expect(
      try origins(["--record", "x"], ["WIRELINE_REPLAY": "y"]) == ["x flag", "- default"])
  }

  @Test func rejectsInvalidClock() throws {
    let run = try run(["x"], ["WIRELINE_NOW": "abc"])

    #expect(run.status == .usage)
    #expect(
      run.error == "imgfetch: error: environment variable WIRELINE_NOW: invalid value \"abc\": "
        + "expected seconds since 1970\n")
    #expect(try self.run(["x"], ["WIRELINE_NOW": "1900000000"]).error.isEmpty)
  }

  @Test func warnsOfIgnoredVariables() throws {
    let run = try run(["x"], ["WIRELINE_PRINT_CONFIG": "true", "WIRELINE_IMGFETCH_LIMT": "3"])

    #expect((run.status, run.output) == (.success, "x [] -1 -1\n"))
    #expect(
      run.error == """
        imgfetch: warning: unknown environment variable WIRELINE_IMGFETCH_LIMT: \
        did you mean WIRELINE_IMGFETCH_LIMIT?
        imgfetch: warning: environment variable WIRELINE_PRINT_CONFIG is ignored: \
        --print-config can only be used on the command line

        """)
  }

  @Test func doesNotValidateOverriddenSettings() throws {
    let run = try run(["x", "-j4"], file: #"{"shared":{"jobs":"many"}}"#, ["WIRELINE_JOBS": "x"])

    #expect((run.status, run.output) == (.success, "x [] -1 4\n"))
  }

  static let badVariables: [(String, String, String)] = [
    ("JOBS", "0", "invalid value \"0\": expected a whole number, 1 or more"),
    ("TIMEOUT", "5x", "invalid value \"5x\": expected a time such as 500ms, 30s, 5m"),
    ("SUMMARY", "maybe", "invalid value \"maybe\": expected true or false"),
    ("QUIET", "-1", "invalid value \"-1\": expected a number from 0 to 9"),
    ("IMGFETCH_LIMIT", "x", "invalid value \"x\": expected a whole number, 0 or more"),
    (
      "HEADER", "Authorization secret",
      "invalid value: expected a header field such as 'Accept: text/html'"
    ),
  ]

  @Test(arguments: badVariables)
  func rejectsInvalidVariables(name: String, value: String, message: String) throws {
    let run = try run(["x", "--mark"], ["WIRELINE_\(name)": value, "WIRELINE_COLOR": "always"])

    #expect(run.status == .usage)
    #expect(run.error == "imgfetch: error: environment variable WIRELINE_\(name): \(message)\n")
  }

  static let badFiles: [(String, String, hint: String?)] = [
    (
      "{\n\"shared\":{\n\n\"retry\": \"x\"}}",
      "line 4: key \"retry\": invalid value \"x\": expected a whole number, 0 or more", nil
    ),
    (
      #"{"shared":{"timeout":[1,{}]}}"#,
      #"line 1: key "timeout": expected a string or number, found array"#, nil
    ),
    (
      #"{"shared":{"summary":1}}"#, #"line 1: key "summary": expected true or false, found number"#,
      nil
    ),
    (
      #"{"shared":{"quiet":"x"}}"#,
      #"line 1: key "quiet": expected a number from 0 to 9, found string"#, nil
    ),
    (
      #"{"shared":{"header":{}}}"#,
      #"line 1: key "header": expected a string or a list of strings, found object"#, nil
    ),
    ("{\"shared\":\n{\"retyr\":3}}", #"line 2: unknown key "retyr""#, #"did you mean "retry"?"#),
    (
      #"{"shared":{"per-host":3}}"#, #"line 1: unknown key "per-host""#,
      #"did you mean "per_host"?"#
    ),
    (#"{"shared":{"limit":3}}"#, #"line 1: unknown key "limit""#, nil),
    (
      #"{"shared":{"print_config":true}}"#, #"line 1: unknown key "print_config""#,
      "--print-config can only be used on the command line"
    ),
    (#"{"imgfetch":{"limt":3}}"#, #"line 1: unknown key "limt""#, #"did you mean "limit"?"#),
    (#"{"image":{}}"#, #"line 1: unknown section "image""#, nil),
    (
      #"{"timeout":"5s"}"#, #"line 1: unknown section "timeout""#,
      #"options are in a section, such as {"shared": {"timeout": "5s"}}"#
    ),
    (
      #"{"yelp_query":{}}"#, #"line 1: unknown section "yelp_query""#,
      #"did you mean "yelp-query"?"#
    ),
    (#"{"shared":3}"#, #"line 1: section "shared": expected an object, found number"#, nil),
    ("{\n\n\"shared\":{,}}", "line 3: not valid JSON: unexpected character ','", nil),
    ("", "line 1: not valid JSON: no value", nil),
  ]

  @Test(arguments: badFiles)
  func reportsLineOfInvalidFile(file: String, message: String, hint: String?) throws {
    let run = try run(["x"], file: file)

    #expect((run.status, run.output) == (.usage, ""))
    #expect(run.error.hasPrefix("imgfetch: error: \(path): \(message)"), "\(run.error)")
    if let hint { #expect(run.error.hasSuffix("imgfetch: hint: \(hint)\n"), "\(run.error)") }
  }

  @Test func rejectsFileThatIsNotAnObject() throws {
    #expect(
      try run(["x"], file: "[]").error
        == "imgfetch: error: \(path): expected an object, found array\n")
  }

  @Test func reportsUnreadableFile() throws {
    try home.makeDirectory("wireline/config.json")

    #expect(
      try run(["x"]).error == "imgfetch: error: \(path): cannot read: is a directory\n"
        + "imgfetch: hint: use --no-config to run without it\n")
    #expect(try run(["x", "--no-config"]).status == .success)
  }

  @Test func ignoresNullAndOtherTools() throws {
    let file = #"{"shared":{"jobs":null},"imgfetch":null,"req":{"any":"thing"}}"#

    #expect(try run(["x"], file: file).output == "x [] -1 -1\n")
  }

  @Test func readsAllFormsFromFile() throws {
    let file = """
      {"shared":{"summary":true,"unordered":true,"retry_errors":["dns","tls"],"quiet":1,
        "timeout":1.5,"header":["a: b","c: d"],"fields":["x","y.z"],"max_body":"1K"},
       "imgfetch":{"source":"s","name":["n","m"],"mark":false,"tag":"t"}}
      """
    let printed = try run(["--print-config", "--format=jsonl"], file: file).output

    for (name, value) in [
      ("summary", "true"), ("unordered", "true"), ("retry-errors", "dns,tls"), ("quiet", "1"),
      ("timeout", "1.5"), ("header", "a: b, c: d"), ("fields", "x,y.z"), ("max-body", "1K"),
      ("source", "s"), ("name", "n, m"), ("mark", "false"), ("tag", "t"),
    ] {
      let line = #"{"name":"\#(name)","value":"\#(value)","origin":"config"}"#
      #expect(printed.contains(line), "\(name)")
    }
  }

  @Test func printsTheOriginOfEveryOption() throws {
    let run = try run(
      ["--print-config", "x", "--no-mark", "--proxy", "http://u:secret@h:1"],
      file: #"{"shared":{"jobs":2,"header":"Authorization: Bearer secret"}}"#,
      ["WIRELINE_TIMEOUT": "5s"])

    #expect((run.status, run.error) == (.success, ""))
    let rows = run.output.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init)
    }
    #expect(rows.count == SampleTool.options.filter(\.isConfigurable).count)
    for row in [
      ["source", "x", "flag"], ["mark", "false", "flag"], ["timeout", "5s", "environment"],
      ["jobs", "2", "config"], ["retry", "3", "default"], ["user-agent", "-", "default"],
      ["header", "Authorization:", "REDACTED", "config"],
      ["proxy", "http://u:REDACTED@h:1", "flag"], ["limit", "50", "default"],
    ] {
      #expect(rows.contains(row), "\(row)")
    }
    #expect(!run.output.contains("secret"))
  }
}
