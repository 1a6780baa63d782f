import Glibc
import Synchronization
import TestSupport

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// The testing library has a type of the same name.
typealias ExitStatus = WirelineCore.ExitStatus

/// Responds from memory by URL path, and records the requests.
final class MemoryExecutor: RequestExecuting {
  typealias Reply = (status: Int, body: [UInt8])

  private struct State {
    var paths: [String] = []
    var pending: [@Sendable () -> Void] = []
  }

  private let replies: [String: Reply]
  private let delayed: Int
  private let state = Mutex(State())

  static let png = SampleImage.png(width: 7, height: 5)

  /// - Parameters:
  ///   - replies: by path; other paths have a PNG image.
  ///   - delayed: completes this many requests together, the last one first.
  init(_ replies: [String: Reply] = [:], delayed: Int = 1) {
    self.replies = replies
    self.delayed = delayed
  }

  /// The paths of the requests, in order.
  var paths: [String] { state.withLock { $0.paths } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let path = specification.url.path
    let due = state.withLock { state in
      state.paths.append(path)
      state.pending.append { [self] in
        completion(respond(to: specification, path, body))
      }
      if state.pending.count < delayed { return [@Sendable () -> Void]() }
      defer { state.pending = [] }
      return state.pending.reversed()
    }
    due.forEach { $0() }
  }

  /// A status of 0 stands for a refused connection, or for a response that ends too early.
  private func respond(
    to specification: RequestSpecification, _ path: String, _ body: BodyDestination
  ) -> Result<Response, RequestError> {
    let reply = replies[path] ?? (200, Self.png)
    if reply.status == 0, reply.body.isEmpty {
      return .failure(
        RequestError(.connect(address: "h:80", detail: "refused"), attempts: 1))
    }
    let head = ResponseHead(status: reply.status == 0 ? 200 : reply.status)
    if case .sink(let make) = body {
      let sink = make(head)
      do {
        try reply.body.withUnsafeBytes { try sink.receive($0) }
      } catch {
        return .failure(RequestError(.cancelled, attempts: 1))
      }
    }
    if reply.status == 0 {
      return .failure(RequestError(.truncated(received: 9, expected: nil), attempts: 1))
    }
    return .success(
      Response(
        head: head, url: specification.url, body: .delivered, bodyBytes: reply.body.count))
  }
}

/// `imgfetch` with an executor from memory.
struct FetchTool: AsyncToolCommand {
  private let executor: MemoryExecutor
  private let policy: PolicyBox
  private let options = FetchOptions()

  /// The policy that the runner passed on, if it created an executor.
  final class PolicyBox: Sendable {
    let policy = Mutex<ExecutionPolicy?>(nil)
  }

  var common: CommonOptions { options.common }
  var exclusiveOptions: [[OptionDeclaration]] { options.exclusive }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try await FetchRunner(
      options, context,
      makeExecutor: { policy throws(UsageError) in
        self.policy.policy.withLock { $0 = policy }
        return executor
      }
    ).run()
  }

  /// The outcome of a run.
  struct Outcome: Sendable {
    let status: ExitStatus
    let records: [Record]
    let messages: String
    let policy: ExecutionPolicy?

    var refs: [String] { records.map(\.ref) }
    var codes: [String?] { records.map(\.code) }
    func texts(_ name: String) -> [String?] { records.map { $0[name]?.string } }
  }

  /// Runs the tool in this process.
  ///
  /// - Parameters:
  ///   - input: the lines of stdin.
  ///   - signal: requests shutdown before the run.
  static func run(
    _ arguments: [String], input: [String] = [], _ executor: MemoryExecutor = MemoryExecutor(),
    environment: [String: String] = [:], signal: Int32? = nil
  ) async throws -> Outcome {
    let (input, output, error) = (pipe(input), Pipe(), Pipe())
    let streams = StandardStreams(
      input: .init(descriptor: input.input), output: .init(descriptor: output.output),
      error: .init(descriptor: error.output))
    let box = PolicyBox()
    let command = Command("imgfetch", abstract: "", operands: "[URL…]") {
      FetchTool(executor: executor, policy: box)
    }
    let shutdown = ShutdownSignal()
    if let signal { shutdown.request(signal: signal) }
    // The tool blocks its thread, so it must not run on the shared pool.
    let status = await withUnsafeContinuation { continuation in
      _ = DetachedThread.start {
        continuation.resume(
          returning: command.start(
            arguments, environment: Environment(environment), streams: streams,
            shutdown: shutdown))
      }
    }
    output.closeOutput()
    error.closeOutput()
    let lines = String(decoding: output.read(), as: UTF8.self).split(separator: "\n")
    return Outcome(
      status: status,
      records: try lines.map { line throws(StrictJSONError) in
        try Record(String(line))
      },
      messages: String(decoding: error.read(), as: UTF8.self),
      policy: box.policy.withLock { $0 })
  }

  private static func pipe(_ lines: [String]) -> Pipe {
    let pipe = Pipe()
    if !lines.isEmpty { pipe.write(lines.joined(separator: "\n") + "\n") }
    pipe.closeOutput()
    return pipe
  }
}

/// A directory for the images of one test.
struct TestStore {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("store")
  }

  func run(
    _ options: [String], _ input: [String] = [], _ executor: MemoryExecutor = MemoryExecutor()
  ) async throws -> FetchTool.Outcome {
    try await FetchTool.run(
      ["-o", path] + options, input: input, executor, environment: ["WIRELINE_NOW": "1000000"])
  }
}
