import Synchronization
import WirelineCore
import WirelineRequests

final class MemorySink: DestinationSink {
  private let limit: Int?
  private let collected = Mutex<[UInt8]>([])

  /// - Parameter expected: the announced length, to reserve memory.
  init(limit: Int?, expected: Int?) {
    self.limit = limit
    if let expected, expected > 0 {
      // The announced length may be wrong.
      collected.withLock { $0.reserveCapacity(min(expected, 1 << 20)) }
    }
  }

  var bytes: [UInt8] { collected.withLock { $0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    // The lock is for the reader of `bytes`, which may be on another thread than the client's.
    let total = collected.withLock { collected in
      collected.append(contentsOf: bytes)
      return collected.count
    }
    try DestinationSinks.check(total, limit)
  }

  func finish() -> Response.Body { .bytes(bytes) }
}

/// Passes a body to the caller's sink.
final class ForwardingSink: DestinationSink {
  private let next: any ResponseSink

  init(_ next: any ResponseSink) { self.next = next }

  var hasDelivered: Bool { next.hasDelivered }

  func ignoresBody(isKeptAlive: Bool) -> Bool { next.ignoresBody(isKeptAlive: isKeptAlive) }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try next.receive(bytes) }

  func finish() -> Response.Body { .delivered }
}

final class CopyingSink: ResponseSink {
  private let next: any ResponseSink
  private let maximumBytes: Int
  private let copiesRest: Bool
  private let copy = Mutex<[UInt8]>([])
  private let hasEnough = Mutex(false)

  /// - Parameters:
  ///   - maximumBytes: the size of the copy; further bytes are only passed on.
  ///   - copiesRest: whether to complete the copy if the next sink needs no more bytes.
  init(_ next: any ResponseSink, maximumBytes: Int = .max, copiesRest: Bool = false) {
    self.next = next
    self.maximumBytes = maximumBytes
    self.copiesRest = copiesRest
  }

  var bytes: [UInt8] { copy.withLock { $0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    copy.withLock { $0.append(contentsOf: bytes.prefix(maximumBytes - $0.count)) }
    if hasEnough.withLock({ $0 }) { return }
    do throws(RequestError) {
      try next.receive(bytes)
    } catch {
      guard copiesRest, error.reason == .cancelled else { throw error }
      hasEnough.withLock { $0 = true }
    }
  }
}

/// The sink of a final response's body.
protocol DestinationSink: ResponseSink {
  func abandon()

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
    case .sink(let make): ForwardingSink(make(head))
    }
  }

  /// Checks the number of bytes received so far.
  fileprivate static func check(_ total: Int, _ limit: Int?) throws(RequestError) {
    guard let limit, total > limit else { return }
    throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
  }

  private static func memory(_ head: ResponseHead, _ limit: Int?) -> MemorySink {
    MemorySink(limit: limit, expected: head.contentLength)
  }
}

/// Writes a body to a file that appears when it is complete.
final class FileSink: DestinationSink {
  private struct State: Sendable {
    var file: AtomicFile?
    /// The bytes of all unwritten results.
    var bytes = 0
  }

  private let path: String
  private let limit: Int?
  private let mode: UInt32
  private let state = Mutex(State())

  /// - Parameter isPrivate: whether the file is readable by its owner only.
  init(path: String, limit: Int?, isPrivate: Bool) {
    self.path = path
    mode = AtomicFile.mode(isPrivate: isPrivate)
    self.limit = limit
  }

  /// Whether bytes were written to a device or a pipe, which is final.
  var hasDelivered: Bool {
    state.withLock { $0.bytes > 0 } && AtomicFile.isWrittenInPlace(path)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let total = try state.withLock { state throws(RequestError) in
      do throws(FileError) {
        if state.file == nil { state.file = try AtomicFile(path: path, mode: mode) }
        try state.file?.write(bytes)
        state.bytes += bytes.count
        return state.bytes
      } catch {
        throw RequestError(.writeFailed(path: path, detail: error.reason))
      }
    }
    try DestinationSinks.check(total, limit)
  }

  // The temporary file is removed; the file of an earlier run is kept.
  func abandon() { state.withLock { $0.file.take()?.discard() } }

  func finish() throws(RequestError) -> Response.Body {
    try state.withLock { state throws(RequestError) in
      do throws(FileError) {
        // An empty body creates an empty file.
        if state.file == nil { state.file = try AtomicFile(path: path, mode: mode) }
        try state.file?.commit()
        state.file = nil
      } catch {
        throw RequestError(.writeFailed(path: path, detail: error.reason))
      }
    }
    return .file(path: path)
  }
}
