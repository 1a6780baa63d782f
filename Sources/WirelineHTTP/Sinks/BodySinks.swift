import Synchronization
import WirelineCore
internal import WirelineRequests

/// Collects a body in memory, up to a limit.
final class MemorySink: ResponseSink {
  private let limit: Int?
  private let collected = Mutex<[UInt8]>([])

  /// - Parameter expected: the announced length, to reserve for once.
  init(limit: Int?, expected: Int?) {
    self.limit = limit
    if let expected, expected > 0 {
      // A lie about the length must not cost memory.
      collected.withLock { $0.reserveCapacity(min(expected, 1 << 20)) }
    }
  }

  var bytes: [UInt8] { collected.withLock { $0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let isTooLarge = collected.withLock { collected in
      collected.append(contentsOf: bytes)
      return limit.map { collected.count > $0 } ?? false
    }
    if isTooLarge { throw RequestError(.bodyTooLarge(limit: limit ?? 0), isRequestSent: true) }
  }
}

/// Passes a body on to the caller's sink, up to a limit, and remembers whether
/// a byte has gone.
final class ForwardingSink: ResponseSink {
  private let next: any ResponseSink
  private let limit: Int?
  private let passed = Mutex(0)

  init(_ next: any ResponseSink, limit: Int?) {
    self.next = next
    self.limit = limit
  }

  var hasDelivered: Bool { passed.withLock { $0 > 0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let total = passed.withLock { passed in
      passed += bytes.count
      return passed
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    try next.receive(bytes)
  }
}

/// Keeps a copy of what another sink takes.
final class CopyingSink: ResponseSink {
  private let next: any ResponseSink
  private let maximumBytes: Int
  private let readsOn: Bool
  private let copy = Mutex<[UInt8]>([])
  private let hasEnough = Mutex(false)

  /// - Parameters:
  ///   - maximumBytes: what is beyond is passed on only.
  ///   - readsOn: where the next has had enough the copy becomes whole all the same.
  init(_ next: any ResponseSink, maximumBytes: Int = .max, readsOn: Bool = false) {
    self.next = next
    self.maximumBytes = maximumBytes
    self.readsOn = readsOn
  }

  var bytes: [UInt8] { copy.withLock { $0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    copy.withLock { $0.append(contentsOf: bytes.prefix(maximumBytes - $0.count)) }
    if hasEnough.withLock({ $0 }) { return }
    do throws(RequestError) {
      try next.receive(bytes)
    } catch {
      guard readsOn, error.reason == .cancelled else { throw error }
      hasEnough.withLock { $0 = true }
    }
  }
}

/// A sink of the caller's that may be abandoned for a new one.
final class RestartableSink: DestinationSink {
  private let next: any ResponseSink

  init(_ next: any ResponseSink) { self.next = next }

  var hasDelivered: Bool { false }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try next.receive(bytes) }

  func finish() -> Response.Body { .delivered }
}
