import Synchronization

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

/// A response from memory.
struct ScriptedReply: Sendable {
  var status = 200
  var headers: HeaderFields = [:]
  var body = ""
  /// Whether the response never ends.
  var isEndless = false
  var elapsed = Duration.zero
  /// Fails the request after the body.
  var error: RequestError.Reason?

  static func json(_ body: String, status: Int = 200) -> ScriptedReply {
    ScriptedReply(status: status, headers: ["Content-Type": "application/json"], body: body)
  }
}

/// Executes requests without a network and records them.
final class ScriptedExecutor: SettlingExecutor {
  private let respond: @Sendable (RequestSpecification) -> ScriptedReply?
  private let started = Mutex<[RequestSpecification]>([])

  /// - Parameter respond: returns nil for a request without a response.
  init(respond: @escaping @Sendable (RequestSpecification) -> ScriptedReply?) {
    self.respond = respond
  }

  var requests: [RequestSpecification] { started.withLock { $0 } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    started.withLock { $0.append(specification) }
    guard let reply = respond(specification) else { return }
    let result = Result { () throws(RequestError) in try reply.deliver(specification, to: body) }
    if !reply.isEndless { completion(result) }
  }

  func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) { body() }

  func waitForRevalidations(within limit: Duration) {}
}

extension ScriptedReply {
  fileprivate func deliver(
    _ request: RequestSpecification, to destination: BodyDestination
  ) throws(RequestError) -> Response {
    let head = ResponseHead(status: status, headers: headers)
    let bytes = Array(body.utf8)
    var delivered = Response.Body.bytes(bytes)
    switch destination {
    case .memory(let limit):
      if let limit, bytes.count > limit { throw RequestError(.bodyTooLarge(limit: limit)) }
    case .file(let path, _, let errorLimit, _):
      if errorLimit == nil || status < 400 { delivered = .file(path: path) }
    case .sink(let make):
      try deliver(bytes, to: make(head))
      delivered = .delivered
    }
    if let error { throw RequestError(error) }
    return Response(
      head: head, url: request.url, body: delivered, bodyBytes: bytes.count, elapsed: elapsed)
  }

  /// A sink that needs no more bytes cancels the transfer.
  private func deliver(_ bytes: [UInt8], to sink: any ResponseSink) throws(RequestError) {
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      if error.reason != .cancelled { throw error }
    }
  }
}
