import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// Responds from memory and records the requests.
final class MemoryExecutor: RequestExecuting {
  typealias Reply = (status: Int, body: String)

  private let requests = Mutex<[RequestSpecification]>([])
  private let respond: @Sendable (RequestSpecification) -> Reply?

  /// - Parameter respond: Returns nil for a connection that fails.
  init(_ respond: @escaping @Sendable (RequestSpecification) -> Reply?) {
    self.respond = respond
  }

  /// The URLs without the base URL, in order.
  var paths: [String] {
    requests.withLock { $0 }.map { request in
      String(request.url.text.dropFirst(YelpRequestBuilder.defaultBaseURL.count))
    }
  }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    requests.withLock { $0.append(specification) }
    guard let reply = respond(specification) else {
      return completion(.failure(RequestError(.cancelled, attempts: 1)))
    }
    let bytes = Array(reply.body.utf8)
    completion(
      .success(
        Response(
          head: ResponseHead(status: reply.status), url: specification.url, body: .bytes(bytes),
          bodyBytes: bytes.count)))
  }
}

/// Runs commands of `yelp-query` without a process and a network.
struct QuerySession {
  /// 2026-09-21T13:46:40Z.
  static let now = 1_790_000_000
  static let key = "test-key-0123456789"

  let directory: TemporaryDirectory
  var environment: [String: String]

  init() throws {
    directory = try TemporaryDirectory()
    environment = ["YELP_API_KEY": Self.key, "HOME": directory.path]
  }

  struct Outcome {
    let status: WirelineCore.ExitStatus
    let output: String
    let messages: String
    /// The parts given to the executor; nil if the run did not create one.
    var transport: QueryTransport?

    /// The records, with the values of `fields` only.
    func records(_ fields: String...) -> [String] {
      lines.map { line in
        fields.map { field in
          let view = field.split(separator: ".").reduce(line) { $0?[String($1)] }
          return view.map { String(decoding: $0.raw, as: UTF8.self) } ?? "-"
        }.joined(separator: " ")
      }
    }

    private var lines: [JSONView?] {
      output.split(separator: "\n").map { try? JSONView.parse(Array($0.utf8)) }
    }
  }

  /// Runs the command of an endpoint.
  ///
  /// - Throws: `UsageError` for options that cannot be used together.
  func run(
    _ endpoint: YelpEndpoint, _ words: String..., input: String = "",
    executor: MemoryExecutor = MemoryExecutor { _ in nil }
  ) async throws -> Outcome {
    try await run(endpoint, words, input: input, executor: executor)
  }

  func run(
    _ endpoint: YelpEndpoint, _ words: [String], input: String = "",
    executor: MemoryExecutor = MemoryExecutor { _ in nil }
  ) async throws -> Outcome {
    let make = { QuerySettings(endpoint, completion: Self.completion) }
    let options = Command.options(of: make)
    let scan = ArgumentScan(words, OptionTable(options))
    let settings = try OptionBinding.bind(Settings(entries: []).arguments(before: scan), make)
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    stdin.write(input)
    stdin.closeOutput()
    let context = ToolContext(
      tool: "yelp-query", environment: Environment(environment),
      streams: StandardStreams(
        input: .init(descriptor: stdin.input), output: .init(descriptor: stdout.output),
        error: .init(descriptor: stderr.output)),
      shutdown: ShutdownSignal(),
      diagnostics: Diagnostics(tool: "yelp-query", level: .normal, descriptor: stderr.output),
      common: settings.common.settings, given: scan.occurrences.map(GivenOption.init),
      declared: { options })
    var transport: QueryTransport?
    let runner = QueryRunner(settings, context, acceptEncoding: "gzip", now: { Self.now })
    let status = try await runner.run {
      transport = $0
      return executor
    }
    return Outcome(
      status: status, output: Self.content(stdout), messages: Self.content(stderr),
      transport: transport)
  }

  private static func content(_ pipe: Pipe) -> String {
    pipe.closeOutput()
    return String(decoding: pipe.read(), as: UTF8.self)
  }

  static let completion = YelpCompletion(
    city: .nothing, countries: WordList(plain: []))
}
