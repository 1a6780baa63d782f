internal import Synchronization

/// Drops the body of an answer that is only a step: short ones to the end, so
/// that the connection can go on; of long ones it wants no more.
package final class DiscardSink: ResponseSink {
  private static let limit = 64 * 1024
  private let dropped = Mutex(0)

  package init() {}

  package func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let total = dropped.withLock { dropped in
      dropped += bytes.count
      return dropped
    }
    if total > Self.limit { throw RequestError(.cancelled) }
  }
}
