import TestSupport
import Testing

/// Runs `yelp-query` in a sandbox against a test server.
struct YelpTool: Sendable {
  let yelp: YelpTestServer
  let sandbox: Sandbox

  /// - Parameter sandbox: The sandbox of an earlier run; nil for a new one.
  init(_ yelp: YelpTestServer, in sandbox: Sandbox? = nil) throws {
    self.yelp = yelp
    self.sandbox = try sandbox ?? Sandbox()
  }

  /// The key, and short delays between retries.
  var environment: [String: String] {
    ["YELP_API_KEY": yelp.key, "WIRELINE_RETRY_DELAY": "1ms"]
  }

  /// Runs the tool to completion.
  ///
  /// - Parameter words: The command and its arguments.
  @discardableResult
  func callAsFunction(
    _ words: String..., stdin: ToolInput = .empty, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try run(words, stdin: stdin, environment: environment, sourceLocation: sourceLocation)
  }

  @discardableResult
  func run(
    _ words: [String], stdin: ToolInput = .empty, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try Tool("yelp-query", in: sandbox).run(
      full(words), stdin: stdin, environment: self.environment.merging(environment) { $1 },
      sourceLocation: sourceLocation)
  }

  /// Starts the tool.
  ///
  /// - Parameter stdin: Nil for a pipe that the test writes to.
  func start(
    _ words: [String], stdin: ToolInput? = nil, environment: [String: String] = [:]
  ) throws -> LiveTool {
    try Tool("yelp-query", in: sandbox).start(
      full(words), stdin: stdin, environment: self.environment.merging(environment) { $1 })
  }

  private func full(_ words: [String]) -> [String] {
    words.prefix(1) + ["--base-url", yelp.baseURL] + words.dropFirst()
  }

  /// Runs `yelp-query parse` on response records.
  func parse(_ endpoint: String, _ responses: ToolInput) throws -> ToolResult {
    try Tool("yelp-query", in: sandbox)("parse", endpoint, stdin: responses)
  }
}

extension ToolResult {
  /// The results of any endpoint, with the error records.
  func results(sourceLocation: SourceLocation = #_sourceLocation) -> [Record] {
    records(as: .yelpResult, sourceLocation: sourceLocation)
  }
}

extension Record {
  var rank: Int? { self["rank"]?.integer }
}
