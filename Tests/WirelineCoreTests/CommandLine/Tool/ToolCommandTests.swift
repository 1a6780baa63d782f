import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct ToolCommandTests {
  struct Waiting: AsyncToolCommand {
    static let command = Command("req", abstract: "", operands: "") { Waiting() }

    @Operand("word", "Word to check") var word: String?
    @OptionGroup("Common") var common = CommonOptions()

    func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
      await Task.yield()
      guard let word else { throw UsageError("no word") }
      if word == "file" { throw UsageError(FileError(path: "f", operation: "open", code: 2)) }
      return word == "found" ? .success : .failure
    }
  }

  /// Waits on a separate thread: blocking one of the few pool threads would stall other tests.
  private func status(_ arguments: [String]) async -> ExitStatus {
    await withUnsafeContinuation { continuation in
      _ = DetachedThread.start {
        let stream = StandardStreams.Stream(descriptor: -1)
        continuation.resume(
          returning: Waiting.command.start(
            arguments, environment: Environment([:]),
            streams: StandardStreams(input: stream, output: stream, error: stream)))
      }
    }
  }

  @Test(
    arguments: zip(
      [["found"], ["x"], ["file"], []], [ExitStatus.success, .failure, .cannotRead, .usage]))
  func returnsStatusOfTask(arguments: [String], expected: ExitStatus) async {
    #expect(await status(arguments) == expected)
  }
}
