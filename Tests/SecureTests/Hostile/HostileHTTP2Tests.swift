import TestSupport
import Testing

/// Whether a server that misbehaves for one request spoils others.
@Suite struct HostileHTTP2Tests {
  @Test(arguments: HostileScenario.all)
  func keepsGoodRequests(beside scenario: HostileScenario) throws {
    let run = try HostileRun(scenario)

    #expect(run.problems.isEmpty, "\(run.story)")
  }

  /// The same client, with a good request before the bad one on the connection.
  @Test(arguments: HostileScenario.resent)
  func endsRunOfImages(scenario: HostileScenario) throws {
    var scenario = scenario
    scenario.held = nil
    let authority = try Authority("imgfetch")
    let server = try HostileServer(try authority.server(), scenario)

    let result = try authority.tool.run(
      ["--cacert", authority.file, "--jobs", "1"] + scenario.arguments,
      stdin: .lines([server.url("/good/0"), server.url("/bad")])
    ).expect(exit: 1)

    let codes = result.records(as: .image).map { $0.code ?? "ok" }
    let isAnswered = scenario.expected.outcomes.contains("ok")
    #expect(codes == ["not_an_image", isAnswered ? "not_an_image" : "timeout"], "\(result.story)")
  }
}

/// One run of `req` against a hostile server.
private struct HostileRun {
  private let scenario: HostileScenario
  private let server: HostileServer
  private let result: ToolResult
  /// The records of the bad request and of the good ones, by path.
  private let records: [String: Record]

  private static let bad = "/bad"
  private static let postInFlight = "/good/post"
  private static let lastPost = "/good/last"
  private static let gets = (0..<8).map { "/good/\($0)" }
  private static let body = "one"
  /// Many times what a run needs without a flood, and less than any flood that is kept.
  private static let maximumMemory = 128 << 20
  /// An attempt of the bad request needs a few connections.
  private static let maximumConnections = 24

  init(_ scenario: HostileScenario) throws {
    self.scenario = scenario
    let authority = try Authority()
    server = try HostileServer(try authority.server(), scenario)
    let live = try authority.tool.start(
      [
        "--cacert", authority.file, "--jobs", "16", "--per-host", "16", "--retry-delay", "1ms",
        "--timeout", "10s",
      ] + scenario.arguments, measuresMemory: true)
    for line in Self.lines(scenario, server) { live.write(line + "\n") }
    // The output is in the order of the input, so after these lines nothing is in flight.
    var output = ""
    for _ in Self.lines(scenario, server) {
      guard let line = live.readLine() else { break }
      output += line + "\n"
    }
    live.write(Self.post(Self.lastPost, Self.body, server) + "\n")
    result = try live.finish()
    let lines = expectRecords(Array(output.utf8) + result.stdout, as: .response)
    records = Dictionary(lines.map { (Self.path(of: $0), $0) }) { first, _ in first }
  }

  private static func lines(_ scenario: HostileScenario, _ server: HostileServer) -> [String] {
    let url = server.url(bad)
    let bad =
      switch scenario.request {
      case .get: url
      case .head: #"{"url":"\#(url)","method":"HEAD"}"#
      case .upload(let length): post(bad, String(repeating: "u", count: length), server)
      }
    let gets = gets.map { server.url($0) }
    return gets[..<4] + [bad] + gets[4...] + [post(postInFlight, body, server)]
  }

  private static func post(_ path: String, _ body: String, _ server: HostileServer) -> String {
    #"{"url":"\#(server.url(path))","method":"POST","body":"\#(body)"}"#
  }

  private static func path(of record: Record) -> String {
    let url = record["url"]?.string ?? ""
    return url.split(separator: "/", maxSplits: 2).last.map { "/\($0)" } ?? url
  }

  // MARK: Checks

  /// The differences from the expectation.
  var problems: [String] { problemsOfProcess + problemsOfBadRequest + problemsOfGoodRequests }

  private var problemsOfProcess: [String] {
    var problems: [String] = []
    if result.exit != (records.values.contains(where: \.isError) ? 1 : 0) {
      problems.append("exit \(result.exit.map(String.init) ?? "by signal")")
    }
    if result.ending.peakBytes > Self.maximumMemory { problems.append("memory") }
    let connections = server.connectionCount
    let permitted =
      switch scenario.expected.connection {
      case .survives: 1...1
      case .drains, .fails: 2...Self.maximumConnections
      case .survivesOrFails, .neverServes: 1...Self.maximumConnections
      }
    if !permitted.contains(connections) { problems.append("\(connections) connections") }
    for (path, count) in server.posts where count > 1 {
      problems.append("\(path) was received \(count) times")
    }
    return problems
  }

  private var problemsOfBadRequest: [String] {
    guard let record = records[Self.bad] else { return ["no record of \(Self.bad)"] }
    guard scenario.expected.outcomes.contains(record.code ?? "ok") else {
      return ["\(Self.bad) is \(record.code ?? "ok")"]
    }
    if record.isError { return [] }
    let body = record["body"]?.string ?? record["body_base64"]?.string ?? ""
    let expected =
      switch scenario.request {
      case _ where scenario.isBodyless: ""
      case .upload(let length): "POST /bad \(length)"
      case .get, .head: "GET /bad 0"
      }
    return body == expected ? [] : ["\(Self.bad) has the body \(body)"]
  }

  private var problemsOfGoodRequests: [String] {
    var all = Self.gets.map { ($0, "GET \($0) 0") }
    all += [Self.postInFlight, Self.lastPost].map { ($0, "POST \($0) \(Self.body.utf8.count)") }
    return all.compactMap { path, body in
      guard let record = records[path] else { return "no record of \(path)" }
      if mayFail(path, record) { return nil }
      let outcome = record.code ?? record["body"]?.string ?? ""
      if outcome != body { return "\(path) is \(outcome)" }
      // A connection that ends immediately may end before its first use: it counts as an attempt.
      let attempts = scenario.endsAtOnce && path == Self.gets[0] ? 1...2 : 1...1
      return record["attempts"]?.integer.map(attempts.contains) == true
        ? nil : "\(path) was retried"
    }
  }

  private func mayFail(_ path: String, _ record: Record) -> Bool {
    let isRetryable = record["error"]?["retryable"]?.boolean == true
    return switch scenario.expected.connection {
    case .neverServes:
      record.code.map(scenario.expected.outcomes.contains) ?? false
        || isRetryable && [Self.postInFlight, Self.lastPost].contains(path)
    case .fails: isRetryable && path == Self.postInFlight
    // The last frames of the scenario may end the connection of the last request.
    case .survivesOrFails: isRetryable && [Self.postInFlight, Self.lastPost].contains(path)
    case .survives, .drains: false
    }
  }

  var story: String {
    let outcomes = records.sorted { $0.key < $1.key }.map { path, record in
      "\(path): \(record.code ?? record["body"]?.string ?? "no body") \(record.message ?? "")"
    }
    return """
      \(scenario.name): \(problems.joined(separator: ", "))
      \(server.connectionCount) connections, \(result.ending.peakBytes >> 20) MB, \
      \(result.elapsed)
      exit \(result.exit.map(String.init) ?? "by signal \(result.ending.signal ?? 0)")
      \(outcomes.joined(separator: "\n"))
      \(result.messages.prefix(1000))
      """
  }
}

extension HostileScenario {
  /// Whether the server ends the first connection before any request.
  fileprivate var endsAtOnce: Bool {
    greeting.contains {
      switch $0 {
      case .close, .cut: true
      default: false
      }
    }
  }
}
