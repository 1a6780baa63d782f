import WirelineCore
import WirelineRequests

/// The sinks of a response's body: its destination, and the copies that the execution needs.
struct AttemptSinks: Sendable {
  private let isRecorded: Bool
  private let observedBytes: Int
  private(set) var destination: (any DestinationSink)?
  /// All bytes, for the cassette.
  private(set) var recorded: CopyingSink?
  /// The beginning of the body, for the observers.
  private(set) var observed: CopyingSink?
  /// The beginning of an error response, which decides whether to retry.
  private(set) var inspected: CopyingSink?

  /// Enough for the error object of any service.
  private static let inspectedBytes = 64 * 1024

  /// - Parameter observedBytes: the maximum number of bytes to copy for observers.
  init(isRecorded: Bool, observedBytes: Int) {
    self.isRecorded = isRecorded
    self.observedBytes = observedBytes
  }

  /// Returns the sink of a body that is not delivered.
  mutating func discard() -> any ResponseSink {
    inspected = nil
    // A long body is cancelled, because reading it takes time and its copy takes memory.
    return copied(DiscardSink(), copiesRest: false)
  }

  /// Returns the sink of a body that is delivered to a destination.
  ///
  /// - Parameter transfer: counts the bytes for the progress of the run.
  mutating func deliver(
    to sink: any DestinationSink, counting transfer: TransferMeter.Transfer?, isInspected: Bool
  ) -> any ResponseSink {
    // The sink of an earlier attempt whose body was incomplete.
    destination?.abandon()
    destination = sink
    var last: any ResponseSink = sink
    if let transfer, !sink.ignoresBody(isKeptAlive: true) {
      last = BlockSink { bytes throws(RequestError) in
        transfer.add(bytes.count)
        try sink.receive(bytes)
      }
    }
    inspected = isInspected ? CopyingSink(last, maximumBytes: Self.inspectedBytes) : nil
    if let inspected { last = inspected }
    return copied(last, copiesRest: true)
  }

  private mutating func copied(
    _ sink: any ResponseSink, copiesRest: Bool
  ) -> any ResponseSink {
    var last = sink
    if isRecorded {
      let copy = CopyingSink(last, copiesRest: copiesRest)
      recorded = copy
      last = copy
    }
    if observedBytes > 0 {
      let copy = CopyingSink(last, maximumBytes: observedBytes)
      observed = copy
      last = copy
    }
    return last
  }

  /// Returns the destination, which keeps its bytes, and forgets it.
  mutating func takeDestination() -> (any DestinationSink)? { destination.take() }

  /// Returns the beginning of the body for the observers.
  mutating func takeObserved() -> [UInt8] { observed.take()?.bytes ?? [] }

  /// Returns the beginning of the body that decides whether to retry; nil if none does.
  mutating func takeInspected() -> [UInt8]? { inspected.take()?.bytes }
}
