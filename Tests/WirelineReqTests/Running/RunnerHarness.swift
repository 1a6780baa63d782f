import Glibc
import Synchronization
import TestSupport

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

/// Runs a `RequestRunner` against a scripted executor, with files as standard streams.
final class RunnerHarness: RequestBackend {
  struct Output {
    let status: WirelineCore.ExitStatus
    let text: String
    /// Errors, warnings and hints.
    let messages: String

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  let directory: TemporaryDirectory
  let executor: ScriptedExecutor
  let shutdown = ShutdownSignal()
  private let setups = Mutex<[ExecutorSetup]>([])

  init(
    respond: @escaping @Sendable (RequestSpecification) -> ScriptedReply? = { _ in ScriptedReply() }
  ) throws {
    directory = try TemporaryDirectory()
    executor = ScriptedExecutor(respond: respond)
  }

  /// The setups of the executors that the runner has created.
  var executorSetups: [ExecutorSetup] { setups.withLock { $0 } }

  /// - Parameters:
  ///   - arguments: the command line.
  ///   - input: the lines of stdin.
  ///   - hasReader: false for a stdout whose reader has exited.
  func run(
    _ arguments: [String], input: [String] = [], isTerminal: Bool = false, hasReader: Bool = true
  ) async throws -> Output {
    try directory.write("stdin", input.map { $0 + "\n" }.joined())
    let streams = try ["stdin", "stdout", "stderr"].map { name in
      let flags = name == "stdin" ? O_RDONLY : O_RDWR | O_CREAT | O_TRUNC
      return try Descriptor.open(directory.path(name), flags)
    }
    defer { for descriptor in streams { close(descriptor) } }
    let (scan, options, common) = try Self.parse(arguments)
    let pipe = Pipe()
    pipe.closeInput()
    let output = hasReader ? streams[1] : pipe.output
    let context = context(
      [streams[0], output, streams[2]], scan, common.settings, isTerminal: isTerminal)
    var status = WirelineCore.ExitStatus.usage
    do throws(UsageError) {
      status = try await RequestRunner(options, context: context, backend: self).run()
    } catch {
      context.diagnostics.error(error)
    }
    return Output(
      status: status, text: try directory.text("stdout"), messages: try directory.text("stderr"))
  }

  static func options(_ arguments: [String]) throws -> RequestOptions { try parse(arguments).1 }

  private static func parse(
    _ arguments: [String]
  ) throws -> (ArgumentScan, RequestOptions, CommonOptions) {
    let tool = { (RequestOptions(), CommonOptions()) }
    let table = OptionTable(
      OptionBinding.declarations(of: tool).1, substitute: CurlOptions.substitute)
    let scan = ArgumentScan(arguments, table)
    if let error = scan.error { throw error }
    var given = GivenArguments()
    given.occurrences = scan.occurrences
    given.operands = scan.operands.map { GivenArguments.Operand(text: $0) }
    let (options, common) = try OptionBinding.bind(given, tool)
    return (scan, options, common)
  }

  private func context(
    _ streams: [Int32], _ scan: ArgumentScan, _ common: CommonSettings, isTerminal: Bool
  ) -> ToolContext {
    ToolContext(
      tool: "req", environment: Environment(["HOME": directory.path]),
      streams: StandardStreams(
        input: StandardStreams.Stream(descriptor: streams[0]),
        output: StandardStreams.Stream(descriptor: streams[1], isTerminal: isTerminal),
        error: StandardStreams.Stream(descriptor: streams[2])),
      shutdown: shutdown, diagnostics: Diagnostics(tool: "req", descriptor: streams[2]),
      common: common, given: scan.occurrences.map(GivenOption.init))
  }

  var encodings: String { "gzip" }

  func executor(_ setup: ExecutorSetup) throws(UsageError) -> any SettlingExecutor {
    setups.withLock { $0.append(setup) }
    return executor
  }

  func compressed(
    _ request: RequestSpecification
  ) throws(RequestError) -> RequestSpecification {
    var request = request
    request.headers.set("Content-Encoding", "gzip")
    return request
  }

  func credentials(other: any CredentialSource) -> any CredentialSource { other }
}
