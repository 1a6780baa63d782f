import Synchronization
import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore
@testable import WirelineRequests

/// Runs the tools in this process, with files in a temporary directory and responses from memory.
final class RunnerHarness: Sendable {
  struct Outcome {
    let status: ExitStatus
    let output: String
    let messages: String

    var lines: [Substring] { output.split(separator: "\n") }

    var records: [StrictJSON] { lines.compactMap { try? StrictJSON(String($0)) } }
  }

  /// The time of all runs that do not set another, in seconds since 1970.
  static let now = 1_800_000_000
  static let url = "https://example.com/cities.json"

  let directory: TemporaryDirectory
  let executor = MemoryExecutor()

  init() throws { directory = try TemporaryDirectory() }

  var database: String { directory.path(".local/share/wireline/cities.sqlite") }

  func sync(
    _ arguments: String..., environment: [String: String] = [:], at now: Int = RunnerHarness.now,
    shutdown: ShutdownSignal = ShutdownSignal()
  ) async -> Outcome {
    await run(sync: arguments, environment: environment, at: now, shutdown: shutdown)
  }

  func run(
    sync arguments: [String], environment: [String: String] = [:], at now: Int = RunnerHarness.now,
    shutdown: ShutdownSignal = ShutdownSignal()
  ) async -> Outcome {
    let executor = executor
    let command = Command("cities-sync", abstract: "", operands: "") { SyncTool(executor) }
    return await run(command, arguments, environment, [], now, shutdown)
  }

  func find(_ arguments: String..., stdin: String = "") async -> Outcome {
    await run(find: arguments, stdin: Array(stdin.utf8))
  }

  func run(find arguments: [String], stdin: [UInt8] = []) async -> Outcome {
    let command = Command("cities-find", abstract: "", operands: "") { FindTool() }
    return await run(command, arguments, [:], stdin, Self.now, ShutdownSignal())
  }

  /// The command waits for its task on a thread, because it must not block the pool of the tests.
  private func run(
    _ command: Command, _ arguments: [String], _ environment: [String: String], _ stdin: [UInt8],
    _ now: Int, _ shutdown: ShutdownSignal
  ) async -> Outcome {
    let variables = ["HOME": directory.path, "WIRELINE_NOW": "\(now)"].merging(environment) { $1 }
    return await withUnsafeContinuation { continuation in
      let isStarted = DetachedThread.start {
        let (input, output, error) = (Pipe(), Pipe(), Pipe())
        input.write(stdin)
        input.closeOutput()
        let status = command.start(
          arguments, environment: Environment(variables),
          streams: StandardStreams(
            input: StandardStreams.Stream(descriptor: input.input),
            output: StandardStreams.Stream(descriptor: output.output),
            error: StandardStreams.Stream(descriptor: error.output)),
          shutdown: shutdown)
        output.closeOutput()
        error.closeOutput()
        continuation.resume(
          returning: Outcome(
            status: status, output: String(decoding: output.read(), as: UTF8.self),
            messages: String(decoding: error.read(), as: UTF8.self)))
      }
      #expect(isStarted)
    }
  }
}

private struct SyncTool: AsyncToolCommand {
  var arguments = SyncArguments()
  @OptionGroup("Common") var common = CommonOptions()
  let executor: MemoryExecutor

  init(_ executor: MemoryExecutor) { self.executor = executor }

  var exclusiveOptions: [[OptionDeclaration]] { arguments.exclusiveOptions }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try await SyncRunner(arguments, context, maximumBodyBytes: nil).run {
      executor.create()
      return executor
    }
  }
}

private struct FindTool: SynchronousToolCommand {
  var arguments = FindArguments()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { arguments.exclusiveOptions }

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    try FindRunner(arguments, context).run()
  }
}

/// Responds from memory, and records the requests.
final class MemoryExecutor: RequestExecuting {
  enum Reply: Sendable {
    case response(ResponseHead, body: String)
    case failure(RequestError.Reason)
    /// A signal instead of a response.
    case signal(Int32, ShutdownSignal)

    static func ok(cities: Int, etag: String? = nil) -> Reply {
      var head = ResponseHead(status: 200)
      if let etag { head.headers.set("ETag", etag) }
      return .response(head, body: SampleCities.array(count: cities))
    }

    static func status(_ status: Int, _ headers: HeaderFields = [:]) -> Reply {
      .response(ResponseHead(status: status, headers: headers), body: "")
    }
  }

  private struct State {
    var replies: [Reply] = []
    var requests: [RequestSpecification] = []
    var creations = 0
  }

  private let state = Mutex(State())

  /// The requests so far.
  var requests: [RequestSpecification] { state.withLock { $0.requests } }

  /// The number of times that a runner has requested the executor.
  var creations: Int { state.withLock { $0.creations } }

  func create() { state.withLock { $0.creations += 1 } }

  /// Adds the reply to a later request; without one, requests fail.
  func add(_ replies: Reply...) { state.withLock { $0.replies += replies } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let reply = state.withLock { state in
      state.requests.append(specification)
      return state.replies.isEmpty
        ? .failure(.connect(address: "192.0.2.1:443", detail: "refused"))
        : state.replies.removeFirst()
    }
    switch reply {
    case .failure(let reason): completion(.failure(RequestError(reason, attempts: 1)))
    case .signal(let number, let shutdown): shutdown.request(signal: number)
    case .response(let head, let text):
      if case .sink(let makeSink) = body {
        let sink = makeSink(head)
        Array(text.utf8).withUnsafeBytes { try? sink.receive($0) }
      }
      completion(
        .success(
          Response(
            head: head, url: specification.url, body: .delivered, bodyBytes: text.utf8.count)))
    }
  }
}
