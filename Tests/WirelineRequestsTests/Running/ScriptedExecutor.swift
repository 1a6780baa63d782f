import Synchronization

@testable import WirelineCore
@testable import WirelineRequests

/// A response from memory.
struct ScriptedReply: Sendable {
  var status = 200
  var headers: HeaderFields = [:]
  var body = ""
  /// Fails the request after the body.
  var error: RequestError.Reason?

  static func json(_ body: String, status: Int = 200) -> ScriptedReply {
    ScriptedReply(status: status, headers: ["Content-Type": "application/json"], body: body)
  }
}

/// Executes requests without a network and records them.
final class ScriptedExecutor: RequestExecuting {
  private struct State: Sendable {
    var requests: [RequestSpecification] = []
    var waiting: [@Sendable () -> Void] = []
  }

  private let respond: @Sendable (RequestSpecification) -> ScriptedReply?
  private let heldRequests: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - heldRequests: the number of requests to wait for; they are completed in reverse order.
  ///   - respond: returns nil for a request without a response.
  init(
    heldRequests: Int = 1, respond: @escaping @Sendable (RequestSpecification) -> ScriptedReply?
  ) {
    self.heldRequests = heldRequests
    self.respond = respond
  }

  var requests: [RequestSpecification] { state.withLock { $0.requests } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let due = state.withLock { state -> [@Sendable () -> Void] in
      state.requests.append(specification)
      guard let reply = respond(specification) else { return [] }
      state.waiting.append {
        completion(Result { () throws(RequestError) in try reply.deliver(specification, to: body) })
      }
      guard state.waiting.count == heldRequests else { return [] }
      defer { state.waiting = [] }
      return state.waiting.reversed()
    }
    for action in due { action() }
  }

  func isAuthorized(_ specification: RequestSpecification) -> Bool {
    specification.headers.contains("Authorization")
  }

  func secrets(of specification: RequestSpecification) -> SentSecrets {
    let secrets = SentSecrets()
    secrets.note(specification.headers)
    return secrets
  }

  func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) { body() }
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
    case .sink(let make, _), .newSink(let make):
      try deliver(bytes, to: make(head))
      delivered = .delivered
    }
    if let error { throw RequestError(error) }
    return Response(head: head, url: request.url, body: delivered, bodyBytes: bytes.count)
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
