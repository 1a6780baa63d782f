import Glibc
import TestSupport
import Testing

/// `cities-find QUERY`, and queries on stdin.
@Suite struct CitiesFindTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities()
  }

  private func find(_ arguments: String..., stdin: ToolInput = .empty) throws -> ToolResult {
    try Tool("cities-find", in: sandbox).run(arguments, stdin: stdin)
  }

  @Test func printsCityWithMatchAndRank() throws {
    let result = try find("zurich").expect(exit: 0).expectSilence()

    let record = try #require(result.records(as: .city).first)
    #expect(record["id"]?.text == "2657896" && record["name"]?.string == "Zürich")
    #expect(record["latitude"]?.text == "47.366669" && record["longitude"]?.text == "8.55")
    #expect(record["match"]?.string == "name" && record["rank"]?.integer == 1)
    #expect(record["favorite"]?.boolean == false)
  }

  /// An expanding tool prints nothing for such a query, so nothing else would show it.
  @Test func countsQueriesWithoutMatch() throws {
    let lines = ToolInput.lines(["paris, fr", "xyzzy"])

    try find(stdin: lines).expect(exit: 0)
      .expect(says: "warning: 1 of 2 queries matched no city", "--envelope")
    try find("--envelope", stdin: lines).expect(exit: 0).expectSilence()
    try find(stdin: .lines(["paris"])).expect(exit: 0).expectSilence()
  }

  /// An unset variable must not list every city.
  @Test(arguments: [[""], [" "], ["paris", ""], ["--id", ""]])
  func rejectsEmptyOperands(words: [String]) throws {
    let result = try Tool("cities-find", in: sandbox).run(words).expect(exit: 2)

    result.expect(says: "operand \(words == ["paris", ""] ? 2 : 1) is empty: expected a")
    #expect(result.text == "")
  }

  @Test func printsWhatTheTablesKnow() throws {
    let fields = "name,region,population,timezone,flag,match,matched"

    #expect(
      try find("парі", "--fields", fields).lines == [
        #"{"name":"Paris","region":"Île-de-France","population":2138551,"#
          + #""timezone":"Europe/Paris","flag":"🇫🇷","match":"alias","matched":"Паріж"}"#
      ])
    #expect(
      try find("paris, fr", "--format", "table").lines.last?.contains("Île-de-France") == true)
  }

  /// A setting for interactive use must not drop queries of a pipe.
  @Test func ignoresDebounceVariable() throws {
    let result = try Tool("cities-find", in: sandbox).run(
      ["--limit", "1"], stdin: .lines(["lon", "par"]),
      environment: ["WIRELINE_CITIES_FIND_DEBOUNCE": "1s"])
    let off = try find("--debounce", "0", "--limit", "1", stdin: .lines(["lon", "par"]))

    #expect(result.expect(exit: 0).records(as: .city).map(\.ref) == ["1", "2"])
    #expect(off.expect(exit: 0).records(as: .city).map(\.ref) == ["1", "2"])
  }

  /// An editor sends a query for each keystroke, and needs the result of the last one.
  @Test func debounceAnswersLastOfBurst() throws {
    let tool = try Tool("cities-find", in: sandbox).start(["--debounce", "200ms", "--limit", "1"])
    tool.write("l\nlo\n\nlon\n")

    let superseded = try (0..<2).map { _ in try #require(tool.readLine()) }
    let answer = try #require(tool.readLine())
    tool.write("par")
    let last = try tool.finish().expect(exit: 0)

    #expect(superseded.allSatisfy { $0.contains(#""superseded":true"#) })
    #expect(superseded.map { $0.contains(#""ref":1,"query":"l""#) } == [true, false])
    #expect(answer.hasPrefix(#"{"ref":4,"#) && answer.contains("Lon"))
    #expect(last.text.contains(#""ref":5"#))
  }

  /// Queries without a pause, which are all superseded and must not accumulate.
  private static let endlessQueries = ToolInput.generated(count: .max) { _ in Array("paris\n".utf8)
  }

  @Test func closedOutputEndsEndlessQueries() throws {
    try Tool("cities-find", in: sandbox).run(
      ["--debounce", "1s", "--envelope"], stdin: Self.endlessQueries, stdout: .firstLine
    ).expect(exit: 0).expectSilence()
  }

  @Test func signalEndsEndlessQueries() throws {
    let tool = try Tool("cities-find", in: sandbox).start(
      ["--debounce", "1s", "--envelope"], stdin: Self.endlessQueries, measuresMemory: true)
    let first = tool.readLine()

    tool.send(SIGTERM)

    let result = try tool.wait(as: .counted).expect(exit: 143)
    #expect(first?.contains(#""superseded":true"#) == true)
    #expect(result.ending.peakBytes < 64 << 20)
  }
}
