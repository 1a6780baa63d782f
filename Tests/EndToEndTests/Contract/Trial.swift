import TestSupport
import Testing

/// One tool in its sandbox with its server: what every test of the contract begins with.
struct Trial {
  let tool: ToolUnderTest
  let sandbox: Sandbox
  /// nil for a tool that never asks one.
  let server: LoopbackServer?

  /// - Parameters:
  ///   - isAsked: the test makes the tool ask; if not, a connection is a failure.
  ///   - answer: in place of the tool's usual answer.
  init(
    _ tool: ToolUnderTest, isAsked: Bool = true, sourceLocation: SourceLocation = #_sourceLocation,
    answer: (@Sendable (ServedRequest) -> Script)? = nil
  ) throws {
    self.tool = tool
    sandbox = try Sandbox()
    server =
      tool.asksServer
      ? try LoopbackServer(
        expectsNoRequest: !isAsked, sourceLocation: sourceLocation, answer ?? tool.answer) : nil
    try tool.prepare(sandbox)
  }

  /// An input line for item `number`, with further members.
  func line(_ number: Int, _ members: KeyValuePairs<String, String> = [:]) -> String {
    let more = members.map { #","\#($0.key)":\#($0.value)"# }.joined()
    return "{\(tool.input(number, server?.url ?? ""))\(more)}"
  }

  func lines(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { line($0) } }

  private func arguments(_ more: [String]) -> [String] {
    tool.arguments(server?.url ?? "") + more
  }

  func callAsFunction(
    _ more: String..., stdin: ToolInput, stdout: ToolOutput = .collected,
    timeout: Duration = .seconds(60), measuresMemory: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try Tool(tool.name, in: sandbox).run(
      arguments(more), stdin: stdin, stdout: stdout, environment: tool.environment,
      timeout: timeout, measuresMemory: measuresMemory, sourceLocation: sourceLocation)
  }

  func start(_ more: String...) throws -> LiveTool {
    try Tool(tool.name, in: sandbox).start(arguments(more), environment: tool.environment)
  }

  /// An error record of this tool, spaced and ordered as no writer of ours would do it.
  func errorLine(
    tool name: String? = nil, code: String = "timeout", input: String = "\"x\"", ref: Int = 5
  ) -> String {
    """
    { "input" :\(input),  "ref": \(ref), "error":{"tool":"\(name ?? tool.name)" ,"message":"no \
    answer","code":"\(code)","retryable":true,"\\u0061ttempts":4} }
    """
  }
}

/// The refs of records in order, each run of equal ones once: an expanding tool gives several.
func refs(_ records: [Record]) -> [String] {
  records.reduce(into: []) { refs, record in
    if refs.last != record.ref { refs.append(record.ref) }
  }
}
