import Glibc
import TestSupport

@testable import WirelineCore

/// The result of a run within the test process.
struct SampleRun {
  let status: ExitStatus
  let output: String
  let error: String

  /// Runs a command with only the given environment and empty stdin.
  init(
    _ arguments: [String], command: Command = SampleTool.command,
    environment: [String: String] = [:], isTerminal: Bool = false
  ) throws {
    let (output, error) = (Pipe(), Pipe())
    let input = open("/dev/null", O_RDONLY)
    defer { close(input) }
    let streams = StandardStreams(
      input: .init(descriptor: input, isTerminal: isTerminal),
      output: .init(descriptor: output.output), error: .init(descriptor: error.output))
    status = command.start(arguments, environment: Environment(environment), streams: streams)
    output.closeOutput()
    error.closeOutput()
    self.output = String(decoding: output.read(), as: UTF8.self)
    self.error = String(decoding: error.read(), as: UTF8.self)
  }
}
