import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

/// `--rows`: one request per row of a table.
@Suite struct RequestRowsTests {
  private static let words = [
    "PATCH", "https://api.example/items/{sku}?of={sku}", "price:={price}", "name={name}",
    "X-Id:{id}",
  ]

  private let harness: RunnerHarness

  init() throws { harness = try RunnerHarness() }

  private func run(
    _ table: String, _ words: [String], file: String = "rows"
  ) async throws -> RunnerHarness.Output {
    try harness.directory.write(file, table)
    return try await harness.run(["--rows", harness.directory.path(file)] + words)
  }

  private func body(_ request: RequestSpecification) -> String {
    request.body.segments.map { segment in
      if case .bytes(let bytes) = segment { String(decoding: bytes, as: UTF8.self) } else { "" }
    }.joined()
  }

  // MARK: Tables

  @Test(
    arguments: [
      ("a.csv", "id,sku,price,name\n7,a b,1.50,\"x, \"\"y\"\"\"\n"),
      ("a", "id;sku;price;name\n7;a b;1.50;x, \"y\"\n"),
      ("a.tsv", "id\tsku\tprice\tname\n7\ta b\t1.50\tx, \"y\"\n"),
      ("a", "\u{FEFF}id\tsku\tprice\tname\r\n7\ta b\t1.50\tx, \"y\"\r\n"),
      ("a", #"{"id":"7","sku":"a b","price":1.50,"name":"x, \"y\""}"# + "\n"),
    ])
  func fillsRequestOfEachRow(file: String, table: String) async throws {
    let output = try await run(table, Self.words, file: file)

    let request = try #require(harness.executor.requests.first)
    #expect(harness.executor.requests.count == 1)
    #expect(request.method == "PATCH")
    #expect(request.url.text == "https://api.example/items/a%20b?of=a%20b")
    #expect(body(request) == #"{"price":1.50,"name":"x, \"y\""}"#)
    #expect(request.headers["X-Id"] == "7")
    let records = expectRecords(Array(output.text.utf8), as: .response)
    #expect(output.status == .success && records.map(\.ref) == [#""7""#])
  }

  /// The header is row 1.
  @Test func readsStdinAndNumbersRows() async throws {
    let output = try await harness.run(
      ["--rows", "-", "https://h/{a}"], input: ["a", "x", "", "\"y", "z\"", "w"])

    let records = expectRecords(Array(output.text.utf8), as: .response)
    #expect(records.map(\.ref) == ["2", "4", "5"])
    #expect(harness.executor.requests.map(\.url.path) == ["/x", "/y%0Az", "/w"])
  }

  @Test(arguments: [
    ("sku,cost\n1,2\n", #"no column "price"; its columns are: sku, cost"#),
    ("Price\n2\n", #"no column "price"; its columns are: Price"#),
    ("sku price\n", "its columns are: sku price"),
  ])
  func missingColumnIsUsageError(table: String, message: String) async throws {
    let output = try await run(table, ["https://h/{price}"])

    #expect(output.status == .usage && output.text.isEmpty)
    #expect(output.messages.contains(message), "\(output.messages)")
    #expect(!output.messages.contains("cannot read"))
    #expect(harness.executor.requests.isEmpty)
  }

  @Test func missingCellIsErrorRecord() async throws {
    let table = "id,price\na,1\nb,\nc\nd,4\n"

    let output = try await run(table, ["https://h/", "price:={price}"])

    let records = expectRecords(Array(output.text.utf8), as: .response)
    #expect(records.map(\.code) == [nil, "invalid_input", "invalid_input", nil])
    #expect(records.map(\.ref) == [#""a""#, #""b""#, #""c""#, #""d""#])
    #expect(records[1].message?.contains(#""price" is missing"#) == true)
    #expect(records[1].input == #"{"id":"b"}"#)
    #expect(harness.executor.requests.count == 2 && output.status == .failure)
  }

  // MARK: Types

  @Test(
    arguments: [
      ("12", "12"), ("-1.50e3", "-1.50e3"), ("true", "true"), ("null", "null"), ("1,5", nil),
      ("007", nil), ("n/a", nil), ("\"5\"", nil), ("NaN", nil), ("[1]", nil), ("{}", nil),
      ("TRUE", nil), (" 1", nil),
    ] as [(String, String?)])
  func insertsValues(cell: String, value: String?) async throws {
    let quoted =
      "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""

    let output = try await run("a\n\(quoted)\n", ["https://h/", "a:={a}", "b={a}"])

    if let value {
      #expect(
        harness.executor.requests.map(body) == ["{\"a\":\(value),\"b\":\"\(cell)\"}"])
    } else {
      #expect(harness.executor.requests.isEmpty)
      let records = expectRecords(Array(output.text.utf8), as: .response)
      #expect(records.first?.message?.contains("is not a number, true, false or null") == true)
    }
  }

  /// The values of JSON Lines have types already.
  @Test(
    arguments: [
      (#"[1,"x"]"#, "a:={a}", #"{"a":[1,"x"]}"#), (#"{"b":1}"#, "a:={a}", #"{"a":{"b":1}}"#),
      ("null", "a:={a}", #"{"a":null}"#), ("true", "a={a}", #"{"a":"true"}"#),
      ("1.0", "a={a}!", #"{"a":"1.0!"}"#), ("null", "a={a}", nil), ("[1]", "a={a}", nil),
      (#""""#, "a={a}", nil), (#""""#, "a:={a}", nil),
    ] as [(String, String, String?)])
  func insertsJSON(value: String, item: String, body expected: String?) async throws {
    _ = try await run("{\"a\":\(value)}\n", ["https://h/", item])

    #expect(harness.executor.requests.map(body) == (expected.map { [$0] } ?? []))
  }

  @Test(
    arguments: [
      (
        ["--json", #"{"p":{a},"q":"<{b}>","r":{"s":[{a}]}}"#], #"{"p":1,"q":"<x&y>","r":{"s":[1]}}"#
      ),
      (["-d", #"[{a},"{b}"]"#], #"[1,"x&y"]"#), (["-d", "p={a}&q={b}"], "p=1&q=x%26y"),
      (["--data-urlencode", "p={b} z"], "p=x%26y+z"), (["--as-form", "p={b}"], "p=x%26y"),
      (["p[q][]:={a}"], #"{"p":{"q":[1]}}"#), (["--json", "{a}"], "1"),
      (["--json", #""{b}""#], #""x&y""#),
    ])
  func fillsBodies(words: [String], expected: String) async throws {
    _ = try await run("a,b\n1,x&y\n", ["https://h/"] + words)

    #expect(harness.executor.requests.map(body) == [expected])
  }

  @Test func fillsHeaderOptionsAndQueries() async throws {
    let words = [
      "https://h/", "q=={a}", "--url-query", "r={a}", "-H", "X-A: <{a}>", "-A", "a {a}", "-e",
      "{a}", "-b", "c={a}", "-r", "{link,x}-", "--oauth2-bearer", "t{a}",
    ]

    _ = try await run("a,\"link,x\"\nx y&,7\n", words)

    let request = try #require(harness.executor.requests.first)
    #expect(
      request.url.query == "r=x+y%26&q=x%20y%26" || request.url.query == "r=x%20y%26&q=x%20y%26")
    #expect(request.headers["X-A"] == "<x y&>" && request.method == "GET")
    #expect(request.headers["User-Agent"] == "a x y&" && request.headers["Referer"] == "x y&")
    #expect(request.headers["Cookie"] == "c=x y&" && request.headers["Range"] == "bytes=7-")
    #expect(request.headers["Authorization"] == "Bearer tx y&")
  }

  // MARK: Hostile cells

  private static let hostileCells = [
    "\r\nX-Evil: 1", "\n", "\r", "../admin", "..", ".", "a/../../b", "..\\b", "/", "//evil",
    "@evil",
    "?x=1", "#x", "%2f..%2f", "%2e%2e", "%0d%0a", "&admin=true", "=", ";", "\"",
    "\",\"admin\":true",
    "\\", "\\\"", "{a}", "[0]", "\u{0}", "\u{7F}", "é", "💣", "\u{202E}", " ", "+", "%", "]", "}",
    "--b", "--b--\r\n", "https://evil/", "@/etc/passwd", "=@/etc/passwd", ":=1",
  ]

  @Test(arguments: hostileCells)
  func cellsCannotLeaveTheirPlaces(cell: String) async throws {
    let names = ["x={a}", "p[q]=<{a}>"]
    let shapes: [[String]] = [
      ["https://u:p@h:8443/i/{a}/e"], ["https://h/i/<{a}>"], ["https://h/?q={a}&r=1"],
      ["https://h/", "q=={a}", "r==1"], ["https://h/", "X-A:{a}", "X-B:1"], ["https://h/"] + names,
      ["https://h/", "--as-form", "x={a}", "y=1"], ["https://h/", "-F", "x={a}", "-F", "y=1"],
      ["https://h/", "-F", "x={a}", "--boundary", "b"], ["https://h/", "--json", #"{"x":"{a}"}"#],
      ["https://h/", "x:={a}"],
    ]
    var line = JSONWriter()
    line.object { $0.field("a", cell) }
    let rows = String(decoding: line.bytes, as: UTF8.self) + "\n"
    for words in shapes {
      let plain = try RunnerHarness()
      try plain.directory.write("rows", #"{"a":"1"}"# + "\n")
      _ = try await plain.run(["--rows", plain.directory.path("rows")] + words)
      let expected = try #require(plain.executor.requests.first)
      let harness = try RunnerHarness()
      try harness.directory.write("rows", rows)

      let output = try await harness.run(["--rows", harness.directory.path("rows")] + words)

      guard let request = harness.executor.requests.first else {
        let records = expectRecords(Array(output.text.utf8), as: .response)
        #expect(
          records.first.flatMap(\.code).map(["invalid_input", "invalid_url"].contains) == true)
        continue
      }
      #expect(request.url.origin == expected.url.origin, "\(words)")
      #expect(request.url.userInformation == expected.url.userInformation)
      #expect(segments(request) == segments(expected), "\(words)")
      #expect(request.url.parameters.map(\.name) == expected.url.parameters.map(\.name))
      #expect(request.headers.fields.map(\.name) == expected.headers.fields.map(\.name))
      #expect(fields(of: request) == fields(of: expected), "\(words)")
      #expect(try RequestURL(request.url.text).text == request.url.text)
      let isInBody = body(expected) != "" && body(request) != body(expected)
      let values = request.url.parameters.map(\.value) + request.headers.fields.map(\.value)
      let path = String(decoding: PercentEncoding.decoded(request.url.path), as: UTF8.self)
      #expect(isInBody || (values + [path]).contains { $0.contains(cell) }, "\(words)")
    }
  }

  private func segments(_ request: RequestSpecification) -> Int {
    request.url.path.split(separator: "/", omittingEmptySubsequences: false)
      .filter { ![".", ".."].contains($0) }.count
  }

  /// The names of the fields in a body.
  private func fields(of request: RequestSpecification) -> [String] {
    if case .multipart(let multipart) = request.body {
      let text = body(request)
      return multipart.parts.map(\.name) + ["\(text.split(separator: multipart.boundary).count)"]
    }
    let bytes = request.body.segments.flatMap { segment in
      if case .bytes(let bytes) = segment { bytes } else { [UInt8]() }
    }
    if let json = try? JSONView.parse(bytes) { return names(in: json) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "&").map { pair in
      String(pair.prefix { $0 != "=" })
    }
  }

  private func names(in json: JSONView) -> [String] {
    json.type == .object ? json.fields.flatMap { [$0.key] + names(in: $0.value) } : []
  }

  @Test(
    arguments: [
      (["https://{a}/"], "{a}"), (["https://api.{a}.example/"], "the host"), (["{a}"], "{a}"),
      (["https://h:{a}/"], "{a}"), (["https://{a}@h/"], "the host"),
      (["https://h{a}/"], "the host"),
      (["//{a}.example/x"], "the host"), (["{a}://h/"], "{a}"),
      (["https://h/", "{a}:1"], "header"),
      (["https://h/", "{a}:"], "header"), (["https://h/", "Host:{a}"], "the host"),
      (["https://h/", "{a}=1"], "a field"), (["https://h/", "b[{a}]=1"], "a field"),
      (["https://h/", "{a}==1"], "a parameter"), (["https://h/?{a}=1"], "a parameter"),
      (["https://h/", "-d", "{a}=1"], "a parameter"), (["https://h/", "b:=1{a}"], "a number"),
      (["https://h/", "b:={a}{a}"], "a number"),
      (["https://h/", "--json", #"{"{a}":1}"#], "field"),
      (["https://h/", "-F", "{a}=1"], "a part"), (["https://h/", "-F", "b=1;type={a}"], "a part"),
      (["https://h/", "b=@{a}"], "{a}"), (["https://h/", "@{a}"], "{a}"),
      (["https://h/", "-T", "{a}"], "{a}"),
      (["https://h/", "b=1"], "{id}"), (["-X", "{a}", "https://h/"], "--request"),
      (["https://h/{a}", "https://h/"], "a single URL"),
      (["https://h/{b,c}/{a}"], #"no column "b,c""#),
      (["https://h/{a}", "-u", "{a}:b"], "--user"),
      ([], "missing URL"),
      (["https://h/{a}", "--to-curl"], "--to-curl cannot be used with --rows"),
      (["https://h/{a}", "-o", "x"], "--output cannot be used with --rows"),
      (["https://h/{a}", "-w", "x"], "single request"), (["--parse"], "--parse cannot be used"),
    ])
  func rejects(words: [String], message: String) async throws {
    let output = try await run("a\n1\n", words)

    #expect(output.status != .success && output.text.isEmpty)
    #expect(output.messages.contains(message), "\(output.messages)")
    #expect(harness.executor.requests.isEmpty)
    #expect(!output.messages.contains(where: \.isNumber) || !output.messages.contains("1000000"))
  }

  /// Braces of JSON and `--var` variables are not placeholders.
  @Test func otherBracesKeepTheirMeaning() async throws {
    let words = [
      "https://h/{v}/{a}", "--var", "v=1", #"b:={"c":{},"d":[{"e":"{a}"}]}"#, #"f={ } {"x"}"#,
    ]

    _ = try await run("a\nx\n", words)

    let request = try #require(harness.executor.requests.first)
    #expect(request.url.path == "/1/x")
    #expect(body(request) == #"{"b":{"c":{},"d":[{"e":"x"}]},"f":"{ } {\"x\"}"}"#)
  }

  // MARK: The stream

  @Test func printsRecordsWithoutSecrets() async throws {
    let words = ["https://h/{id}", "p:={p}", "-H", "Authorization: Bearer {id}"]

    let dry = try await run("id,p\na,1\nb,\n", words + ["--dry-run"])
    let built = try await run("id,p\na,1\n", words + ["--build"])

    let records = expectRecords(Array(dry.text.utf8), as: .request)
    #expect(records[0]["url"]?.string == "https://h/a" && records[0]["json"]?.text == #"{"p":1}"#)
    #expect(records[0]["headers"]?["Authorization"]?.string == "REDACTED")
    #expect(records[1].code == "invalid_input" && harness.executor.requests.isEmpty)
    let line = try #require(built.lines.first)
    #expect(line.hasPrefix(#"{"id":"a","method":"POST","url":"https://h/a","#))
    #expect(!line.contains("Bearer") && built.messages.contains("omitting Authorization"))
  }

  /// The input of an error record is a row, whose cells get the same types again.
  @Test func retriesRowsOfErrorRecords() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(status: 503) }
    try harness.directory.write("rows", "id,p\n007,1\n")
    let words = ["https://h/{id}", "p:={p}", "q={p}"]

    let first = try await harness.run(["--rows", harness.directory.path("rows")] + words)
    _ = try await harness.run(["--rows", "-", "--retry-errors"] + words, input: first.lines)

    let requests = harness.executor.requests
    #expect(requests.count == 2 && requests[0].url == requests[1].url)
    #expect(requests.map(body) == [#"{"p":1,"q":"1"}"#, #"{"p":1,"q":"1"}"#])
    #expect(requests.map(\.ref) == [Array(#""007""#.utf8), Array(#""007""#.utf8)])
  }
}

@Suite struct RowPlaceholdersTests {
  @Test(arguments: [
    ("{a}", ["a"]), ("x{a}{b}{a}", ["a", "b"]), ("{price (EUR)}", ["price (EUR)"]), ("{}", []),
    ("{ }", []), (#"{"a":1}"#, []), ("{a,b}", ["a,b"]), ("{ a, b }", []), ("{a\n}", []),
    (#"\{a\}"#, []), ("{{a}}", ["a"]), ("{a", []),
    ("a}", []), ("{v}", []), ("{é}", ["é"]),
  ])
  func findsColumns(word: String, columns: [String]) {
    var placeholders = RowPlaceholders(excluding: ["v"])

    let replaced = placeholders.replaced(in: word)

    #expect(placeholders.columns == columns)
    let error = placeholders.restored(UsageError(replaced, hint: replaced))
    #expect(error.message == word && error.hint == word)
    #expect(placeholders.occur(in: replaced) == !columns.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func survivesAnyWord(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let word = Array(#"a:={"b":{c},"d":"{e f}"}{g}\{h"#.utf8)
    for _ in 0..<300 {
      let text = String(decoding: random.mutation(of: word), as: UTF8.self)
      var placeholders = RowPlaceholders()
      let replaced = placeholders.replaced(in: text)
      #expect(placeholders.restored(UsageError(replaced)).message == text)
      for length in 0...text.utf8.count {
        _ = placeholders.replaced(in: String(decoding: text.utf8.prefix(length), as: UTF8.self))
      }
    }
  }
}
