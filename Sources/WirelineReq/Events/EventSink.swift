internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Receives a body: passes on the values of its events as they arrive, or collects a document.
final class EventSink: ResponseSink {
  /// Receives values on the client's thread.
  typealias Receiver = @Sendable ([JSONView]) throws(RequestError) -> PipeRecords.Reception

  private struct State: Sendable {
    /// The events; nil for a document.
    var stream: ResponseStream?
    var document: [UInt8] = []
    /// Whether the document may turn out to consist of lines.
    var mayHaveLines: Bool
    /// The reason why the stream ended early.
    var failure: CheckFailure?
    /// Whether the receiver wants no more events.
    var isClosed = false

    var isOver: Bool { failure != nil || isClosed || stream?.isDone == true }
  }

  /// The time of the response head.
  let began = ContinuousClock.now
  private let settings: EventSettings
  private let onValues: Receiver
  private let state: Mutex<State>

  /// - Parameter position: of an earlier connection; nil for none.
  init(
    _ head: ResponseHead, after position: EventStreamParser.Position?, _ settings: EventSettings,
    onValues: @escaping Receiver
  ) {
    self.settings = settings
    self.onValues = onValues
    let mayStream = settings.check.selectsValues && (200..<300).contains(head.status)
    let stream = ResponseStream(
      type: mayStream ? MediaType.of(head.headers) : nil, after: position ?? .init(),
      maximumBytes: settings.limit)
    state = Mutex(State(stream: stream, mayHaveLines: mayStream))
  }

  /// Whether events were passed on, which another attempt would repeat.
  var hasDelivered: Bool { state.withLock { $0.stream != nil } }

  /// Where another connection continues; nil for a document, for lines, and for a stream that has
  /// ended on purpose.
  var position: EventStreamParser.Position? {
    state.withLock { $0.isOver ? nil : $0.stream?.position }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let values = try state.withLock { state throws(RequestError) -> [JSONView] in
      if state.stream != nil { return read(bytes, &state) }
      try collect(bytes, &state)
      if state.stream == nil { return [] }
      let body = state.document
      state.document = []
      return body.withUnsafeBytes { read($0, &state) }
    }
    try pass(values)
    if state.withLock({ $0.isOver }) { throw RequestError(.cancelled) }
  }

  private func collect(
    _ bytes: UnsafeRawBufferPointer, _ state: inout State
  ) throws(RequestError) {
    // The last byte may have been the line feed.
    let start = max(0, state.document.count - 1)
    state.document.append(contentsOf: bytes)
    if let limit = settings.documentLimit, state.document.count > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    guard state.mayHaveLines,
      let end = state.document[start...].firstIndex(of: JSONByte.lineFeed),
      !state.document[end...].allSatisfy(JSONByte.isSpace)
    else { return }
    state.mayHaveLines = false
    state.stream = ResponseStream(
      linesOf: state.document, firstEndingAt: end, maximumBytes: settings.limit)
  }

  /// Returns the values of the next events of a stream, up to one that fails its checks.
  private func read(_ bytes: UnsafeRawBufferPointer?, _ state: inout State) -> [JSONView] {
    var values: [JSONView] = []
    do throws(CheckFailure) {
      try state.stream?.append(bytes) { event throws(CheckFailure) in
        values += try settings.check.values(ofEvent: event)
      }
    } catch {
      state.failure = error
    }
    return values
  }

  private func pass(_ values: [JSONView]) throws(RequestError) {
    if values.isEmpty { return }
    let reception = try onValues(values)
    state.withLock { state in
      if reception == .full { state.failure = .tooManyEvents }
      if reception == .closed { state.isClosed = true }
    }
  }

  /// Completes a response after its last events: with the body of a document.
  ///
  /// - Returns: also the reason why a stream ended early.
  func finish(_ response: Response) throws(RequestError) -> (Response, CheckFailure?) {
    try pass(state.withLock { $0.isOver ? [] : read(nil, &$0) })
    // The receiver ended the transfer, not the server.
    if state.withLock({ $0.isClosed }) { throw RequestError(.cancelled) }
    return state.withLock { state in
      var response = response
      if state.stream == nil { response.body = .bytes(state.document) }
      return (response, state.failure)
    }
  }
}

struct EventSettings: Sendable {
  var check = ResponseCheck()
  /// The maximum size of an event in bytes; nil for the default.
  var limit: Int?
  /// The maximum size of a document in bytes; nil for no limit.
  var documentLimit: Int?
  /// The number of further connections for an event stream that ended.
  var reconnections = 0
  /// The delay before them, unless the server asks for another.
  var delay = Duration.seconds(1)
  /// The maximum time of all connections, unless the request has its own; nil for no limit.
  var deadline: Duration?
}
