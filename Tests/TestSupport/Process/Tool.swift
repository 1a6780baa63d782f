import Glibc
package import Testing

/// Runs an executable: `try Tool("req")("--timeout", "1", stdin: lines)`.
package struct Tool: Sendable {
  private let path: String
  package let sandbox: Sandbox

  /// - Parameters:
  ///   - name: one of the five executables.
  ///   - sandbox: nil for a new one.
  package init(_ name: String, in sandbox: Sandbox? = nil) throws {
    try self.init(path: "\(Project.binaries)/\(name)", in: sandbox ?? Sandbox())
    guard access(path, X_OK) == 0 else { throw ToolMissing(path: path) }
  }

  /// - Parameter path: the absolute path of any program.
  package init(path: String, in sandbox: Sandbox) {
    self.path = path
    self.sandbox = sandbox
  }

  /// Runs the tool until it exits.
  ///
  /// - Parameters:
  ///   - environment: variables to add to those of the sandbox.
  ///   - measuresMemory: whether to measure `ending.peakBytes` exactly, which takes some
  ///     milliseconds.
  package func callAsFunction(
    _ arguments: String..., stdin: ToolInput = .empty, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], measuresMemory: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try run(
      arguments, stdin: stdin, stdout: stdout, environment: environment,
      measuresMemory: measuresMemory, sourceLocation: sourceLocation)
  }

  /// Like `callAsFunction`, with an array of arguments.
  package func run(
    _ arguments: [String], stdin: ToolInput = .empty, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], measuresMemory: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let live = try start(
      arguments, stdin: stdin, stdout: stdout, environment: environment,
      measuresMemory: measuresMemory)
    return try live.wait(as: stdout, sourceLocation: sourceLocation)
  }

  /// Starts the tool without waiting for it.
  ///
  /// - Parameter stdin: nil for a pipe, which `LiveTool.write` writes to.
  package func start(
    _ arguments: [String] = [], stdin: ToolInput? = nil, stdout: ToolOutput = .collected,
    environment: [String: String] = [:], measuresMemory: Bool = false
  ) throws -> LiveTool {
    // Writing to a tool that has exited must not end the test process.
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
        error: output.includesStderr ? output.theirs : messageEnd),
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

  /// The command line, quoted for a shell.
  private static func typed(_ words: [String]) -> String {
    var words = words
    words[0] = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    return words.map { word in
      let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=,@%+".contains($0) }
      return plain && !word.isEmpty ? word : "'\(word)'"
    }.joined(separator: " ")
  }
}

/// The executable under test does not exist.
package struct ToolMissing: Error, CustomStringConvertible {
  package let path: String

  package var description: String {
    "no executable at \(path): build the package, or set WIRELINE_BIN to its folder"
  }
}
