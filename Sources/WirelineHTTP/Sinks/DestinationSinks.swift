import WirelineCore
internal import WirelineRequests

/// A sink for a final answer's body.
protocol DestinationSink: ResponseSink {
  /// Whether a byte has gone where it cannot be taken back from.
  var hasDelivered: Bool { get }

  /// There will be no whole body: nothing of it is left behind.
  func abandon()

  /// The body is whole: what the response says of it.
  func finish() throws(RequestError) -> Response.Body
}

extension DestinationSink {
  func abandon() {}
}

enum DestinationSinks {
  static func sink(for destination: BodyDestination, _ head: ResponseHead) -> any DestinationSink {
    switch destination {
    case .memory(let limit): memory(head, limit)
    case .file(_, _, let limit?, _) where head.status >= 400: memory(head, limit)
    case .file(let path, let limit, _, let isPrivate):
      FileSink(path: path, limit: limit, isPrivate: isPrivate)
    case .sink(let make, let limit): ForwardingSink(make(head), limit: limit)
    case .newSink(let make): RestartableSink(make(head))
    }
  }

  private static func memory(_ head: ResponseHead, _ limit: Int?) -> MemorySink {
    MemorySink(limit: limit, expected: head.headers["Content-Length"].flatMap { Int($0) })
  }
}

extension MemorySink: DestinationSink {
  var hasDelivered: Bool { false }

  func finish() -> Response.Body { .bytes(bytes) }
}

extension ForwardingSink: DestinationSink {
  func finish() -> Response.Body { .delivered }
}
