import Glibc
package import Testing

/// Runs one built executable, as `try Tool("req")("--timeout", "1", stdin: lines)`.
package struct Tool: Sendable {
  private let path: String
  package let sandbox: Sandbox

  /// - Parameters:
  ///   - name: one of the five executables.
  ///   - sandbox: where it runs; a fresh one if none is given.
  package init(_ name: String, in sandbox: Sandbox? = nil) throws {
    try self.init(path: "\(Project.binaries)/\(name)", in: sandbox ?? Sandbox())
    guard access(path, X_OK) == 0 else { throw ToolMissing(path: path) }
  }

  /// - Parameter path: any program, by its absolute path.
  package init(path: String, in sandbox: Sandbox) {
    self.path = path
    self.sandbox = sandbox
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - environment: added to the blank one, or overriding it.
  ///   - timeout: after this it is killed and the test fails.
  ///   - measuresMemory: `ending.peakBytes` is this process's own (costs some milliseconds).
  package func callAsFunction(
    _ arguments: String..., stdin: ToolInput = .empty, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], timeout: Duration = .seconds(60),
    measuresMemory: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try run(
      arguments, stdin: stdin, stdout: stdout, environment: environment, timeout: timeout,
      measuresMemory: measuresMemory, sourceLocation: sourceLocation)
  }

  /// The same, with the arguments in an array.
  package func run(
    _ arguments: [String], stdin: ToolInput = .empty, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], timeout: Duration = .seconds(60),
    measuresMemory: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let live = try start(
      arguments, stdin: stdin, stdout: stdout, environment: environment,
      measuresMemory: measuresMemory)
    return try live.wait(within: timeout, as: stdout, sourceLocation: sourceLocation)
  }

  /// Starts it and leaves it running.
  ///
  /// - Parameter stdin: nil for a pipe that the test writes to, with `LiveTool.write`.
  package func start(
    _ arguments: [String] = [], stdin: ToolInput? = nil, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], measuresMemory: Bool = false
  ) throws -> LiveTool {
    // A write to a tool that has gone is an answer, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    let input = try InputEnds(stdin)
    let output = try OutputEnds(stdout)
    let (messages, messageEnd) = try Descriptor.pipe()
    defer {
      for end in [input.theirs, output.theirs, messageEnd] { if let end { close(end) } }
    }
    let child = try ChildProcess(
      command: [path] + arguments,
      environment: sandbox.environment.merging(environment) { $1 }, directory: sandbox.work,
      descriptors: .init(
        input: input.theirs, output: output.theirs,
        error: output.takesMessages ? output.theirs : messageEnd),
      measuresMemory: measuresMemory)
    let reader = try OutputReader(messages, as: .collected)
    if let stdin, let ours = input.ours, input.isFed {
      try BackgroundThread.start {
        stdin.feed(ours)
        close(ours)
      }
    }
    return LiveTool(
      command: Self.typed([path] + arguments), sandbox: sandbox, child: child,
      input: input.isFed ? nil : input.ours, output: output.ours, messages: reader)
  }

  /// The command line with quotes where a shell would need them.
  private static func typed(_ words: [String]) -> String {
    var words = words
    words[0] = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    return words.map { word in
      let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
      return plain && !word.isEmpty ? word : "'\(word)'"
    }.joined(separator: " ")
  }
}
