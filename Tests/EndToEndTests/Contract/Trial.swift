import TestSupport
import Testing

/// A tool with its sandbox and server, the fixture of every contract test.
struct Trial {
  let tool: ToolUnderTest
  let sandbox: Sandbox
  /// The server of the run; nil for a tool that does not use the network.
  let server: LoopbackServer?

  /// - Parameters:
  ///   - expectsRequests: false to fail the test if the tool connects.
  ///   - answer: replaces the tool's usual response.
  init(
    _ tool: ToolUnderTest, expectsRequests: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation,
    answer: (@Sendable (ServedRequest) -> Script)? = nil
  ) throws {
    self.tool = tool
    sandbox = try Sandbox()
    server =
      tool.usesNetwork
      ? try LoopbackServer(
        expectsNoRequest: !expectsRequests, sourceLocation: sourceLocation, answer ?? tool.answer)
      : nil
    try tool.prepare(sandbox)
  }

  /// An input line for an item, with additional fields.
  func line(_ number: Int, _ fields: KeyValuePairs<String, String> = [:]) -> String {
    let more = fields.map { #","\#($0.key)":\#($0.value)"# }.joined()
    return "{\(tool.input(number, server?.url ?? ""))\(more)}"
  }

  func lines(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { line($0) } }

  private func arguments(_ more: [String]) -> [String] {
    tool.arguments(server?.url ?? "") + more
  }

  func callAsFunction(
    _ more: String..., stdin: ToolInput, stdout: ToolOutput = .collected,
    measuresMemory: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try Tool(tool.name, in: sandbox).run(
      arguments(more), stdin: stdin, stdout: stdout, environment: tool.environment,
      measuresMemory: measuresMemory, sourceLocation: sourceLocation)
  }

  func start(_ more: String...) throws -> LiveTool {
    try Tool(tool.name, in: sandbox).start(arguments(more), environment: tool.environment)
  }

  /// An error record of this tool with unusual spacing and field order.
  func errorLine(
    tool name: String? = nil, code: String = "timeout", input: String = "x", ref: Int = 5
  ) -> String {
    """
    { "input" :\(StrictJSON.quoted(input)),  "ref": \(ref), \
    "error":{"tool":"\(name ?? tool.name)" ,"message":"no answer",\
    "code":"\(code)","retryable":true,"\\u0061ttempts":4} }
    """
  }
}

/// The refs of records in order, without adjacent duplicates, which expanding tools print.
func refs(_ records: [Record]) -> [String] {
  records.reduce(into: []) { refs, record in
    if refs.last != record.ref { refs.append(record.ref) }
  }
}
