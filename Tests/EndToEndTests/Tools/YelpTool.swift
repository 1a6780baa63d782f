import TestSupport
import Testing

/// `yelp-query` in an empty directory, and the stand-in that it asks.
struct YelpTool: Sendable {
  let yelp: YelpStandIn
  let sandbox: Sandbox

  /// - Parameter sandbox: what an earlier run has left; a fresh one if none is given.
  init(_ yelp: YelpStandIn, in sandbox: Sandbox? = nil) throws {
    self.yelp = yelp
    self.sandbox = try sandbox ?? Sandbox()
  }

  /// The key, and waits that hold no test up.
  var environment: [String: String] {
    ["YELP_API_KEY": yelp.key, "WIRELINE_RETRY_DELAY": "1ms"]
  }

  /// Runs it to its end.
  ///
  /// - Parameter words: the sub-command, then what stands behind it.
  @discardableResult
  func callAsFunction(
    _ words: String..., stdin: ToolInput = .empty, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try run(words, stdin: stdin, environment: environment, sourceLocation: sourceLocation)
  }

  /// The same, with the words in an array.
  @discardableResult
  func run(
    _ words: [String], stdin: ToolInput = .empty, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try Tool("yelp-query", in: sandbox).run(
      full(words), stdin: stdin, environment: self.environment.merging(environment) { $1 },
      sourceLocation: sourceLocation)
  }

  /// Starts it and leaves it running.
  ///
  /// - Parameter stdin: nil for a pipe that the test writes to.
  func start(
    _ words: [String], stdin: ToolInput? = nil, environment: [String: String] = [:]
  ) throws -> LiveTool {
    try Tool("yelp-query", in: sandbox).start(
      full(words), stdin: stdin, environment: self.environment.merging(environment) { $1 })
  }

  private func full(_ words: [String]) -> [String] {
    words.prefix(1) + ["--base-url", yelp.baseURL] + words.dropFirst()
  }

  /// What `yelp-query parse` makes of response records.
  func parse(_ endpoint: String, _ responses: ToolInput) throws -> ToolResult {
    try Tool("yelp-query", in: sandbox)("parse", endpoint, stdin: responses)
  }
}

extension ToolResult {
  /// The results of any endpoint, and the error records among them.
  func results(sourceLocation: SourceLocation = #_sourceLocation) -> [Record] {
    records(as: .yelpResult, sourceLocation: sourceLocation)
  }
}

extension Record {
  var rank: Int? { self["rank"]?.integer }
}
