import DequeModule
import Glibc
import Synchronization

/// Puts finished records in order and writes them in batches on its own thread, with bounded
/// memory.
final class OrderedOutput: Sendable {
  fileprivate struct State: Sendable {
    /// Results that wait for an earlier one, by their distance from `next`; the first is always
    /// nil.
    var held: Deque<Held?> = []
    var next = 0
    /// Ordered results to be written.
    var pending: Deque<PipeRecords> = []
    /// The bytes of all waiting results.
    var heldBytes = 0
    /// The bytes of results that are ready to be written.
    var readyBytes = 0
    /// Items that have begun and are not yet written.
    var open = 0
    /// Finished items that wait for an earlier one. They are limited in bytes, not in number:
    /// otherwise one item that takes a minute, such as an unresolvable host, would block all others
    /// after a window.
    var early = 0
    var isWriterWaiting = false
    var isClosed = false
    var failure: WriteError?
    var isReaderWaiting = false
    var end: UnsafeContinuation<Void, Never>?
  }

  fileprivate struct Held: Sendable {
    let records: PipeRecords
    /// Whether it counts toward `early`.
    let isWorked: Bool
  }

  private let state = Mutex(State())
  private let work = ThreadSemaphore()
  private let room = ThreadSemaphore()
  private let isOrdered: Bool
  private let window: Int
  private let brake: AdmissionBrake?
  private static let maximumBytes = 64 << 20
  /// The usual maximum of a write: the capacity of a pipe.
  private static let pieceBytes = 64 * 1024
  /// How long a record may wait for others, while items are in work. One wake-up and write per
  /// record would dominate a fast stream.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 500_000)

  /// - Parameters:
  ///   - window: the largest number of items in work or ready to be written.
  ///   - brake: notified of waiting bytes.
  ///   - write: writes finished lines; returns false if the reader has exited.
  init(
    isOrdered: Bool, window: Int, brake: AdmissionBrake? = nil,
    write: @escaping @Sendable ([UInt8]) throws(WriteError) -> Bool
  ) {
    self.isOrdered = isOrdered
    self.window = max(1, window)
    self.brake = brake
    BlockingThread.startOrEnd { [self] in
      var writer = JSONWriter()
      while let batch = nextBatch() { deliver(batch, &writer, write) }
    }
  }

  /// Whether the reader of the output has exited.
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var failure: WriteError? { state.withLock { $0.failure } }

  /// Notes that the reader of the output has exited: what is finished later is dropped.
  func close() {
    state.withLock { $0.isClosed = true }
    brake?.stop()
  }

  /// Counts items that begin. Blocks until there is room.
  func begin(items: Int = 1) {
    while true {
      let hasRoom = state.withLock { state in
        let hasRoom = state.hasRoom(window, Self.maximumBytes)
        if hasRoom { state.open += items } else { state.isReaderWaiting = true }
        return hasRoom
      }
      if hasRoom { return }
      room.wait()
    }
  }

  /// Accepts the records of an item; `sequence` counts from 0 in input order.
  ///
  /// - Parameter isWorked: whether they result from work, rather than from a line that passes
  ///   through or is invalid: endless input may hold any number of those.
  func complete(_ sequence: Int, _ records: PipeRecords, isWorked: Bool = false) {
    let (wakesWriter, wakesReader) = state.withLock { state in
      let before = state.readyBytes
      if isOrdered {
        state.hold(sequence, Held(records: records, isWorked: isWorked))
      } else {
        state.emit(records)
      }
      tellBrake(records.bytes, ready: state.readyBytes - before)
      let wakesReader = state.isReaderWaiting && state.isRoomy(window, Self.maximumBytes)
      if wakesReader { state.isReaderWaiting = false }
      let wakesWriter = state.isWriterWaiting && !state.pending.isEmpty
      if wakesWriter { state.isWriterWaiting = false }
      return (wakesWriter, wakesReader)
    }
    if wakesWriter { work.signal() }
    if wakesReader { room.signal() }
  }

  /// - Parameters:
  ///   - bytes: the bytes of the new result.
  ///   - ready: the bytes that became ready with it.
  private func tellBrake(_ bytes: Int, ready: Int) {
    guard let brake, bytes > 0 || ready > 0 else { return }
    if ready > 0 { brake.offer(ready, size: bytes) }
    if bytes > ready { brake.keep(bytes - ready) }
    if ready > bytes { brake.ripen(ready - bytes) }
  }

  /// Waits until all records are written, or cannot be. No more items may begin.
  func finish() async {
    await withUnsafeContinuation { end in
      state.withLock { state in
        state.end = end
        state.isWriterWaiting = false
      }
      work.signal()
    }
  }

  // MARK: The writer's thread

  private func nextBatch() -> Deque<PipeRecords>? {
    while true {
      let (batch, end): (Deque<PipeRecords>?, UnsafeContinuation<Void, Never>?) = state.withLock {
        state in
        if !state.pending.isEmpty {
          let batch = state.pending
          state.pending = []
          return (batch, nil)
        }
        state.isWriterWaiting = true
        return (nil, state.open == 0 ? state.end.take() : nil)
      }
      if let batch { return batch }
      if let end {
        end.resume()
        return nil
      }
      work.wait()
      if state.withLock({ $0.isWorthWaiting }) {
        var patience = Self.patience
        nanosleep(&patience, nil)
      }
    }
  }

  /// Writes a batch. A long batch is written in pieces, and each piece is released before the next,
  /// so that its memory is free for others.
  private func deliver(
    _ batch: consuming Deque<PipeRecords>, _ writer: inout JSONWriter,
    _ write: ([UInt8]) throws(WriteError) -> Bool
  ) {
    var isClosed = self.isClosed
    var written = Written()
    while let records = batch.popFirst() {
      written.bytes += records.bytes
      written.items += records.items
      if !isClosed { records.write(to: &writer) }
      guard batch.isEmpty || writer.bytes.count >= Self.pieceBytes else { continue }
      if !isClosed, !writer.bytes.isEmpty {
        do throws(WriteError) {
          isClosed = try !write(writer.bytes)
        } catch {
          written.failure = error
          isClosed = true
        }
      }
      writer.bytes.removeAll(keepingCapacity: writer.bytes.count < 1 << 20)
      settle(written, isClosed: isClosed)
      written = Written()
    }
  }

  private struct Written {
    var bytes = 0
    var items = 0
    var failure: WriteError?
  }

  private func settle(_ written: Written, isClosed: Bool) {
    let wakesReader = state.withLock { state in
      if isClosed { state.isClosed = true }
      if let failure = written.failure { state.failure = failure }
      state.heldBytes -= written.bytes
      state.readyBytes -= written.bytes
      state.open -= written.items
      guard state.isReaderWaiting, state.isRoomy(window, Self.maximumBytes) else { return false }
      state.isReaderWaiting = false
      return true
    }
    if wakesReader { room.signal() }
    brake?.take(written.bytes)
    // Without a reader, no further request needs to start.
    if isClosed { brake?.stop() }
  }
}

extension OrderedOutput.State {
  fileprivate func hasRoom(_ window: Int, _ maximumBytes: Int) -> Bool {
    isClosed || open - early < window && heldBytes < maximumBytes
  }

  /// Whether there is enough room to wake the reader's thread.
  fileprivate func isRoomy(_ window: Int, _ maximumBytes: Int) -> Bool {
    isClosed || open - early <= window - max(1, window / 4) && heldBytes < maximumBytes / 2
      || open == 0
  }

  /// Whether a short wait would make the batch larger.
  fileprivate var isWorthWaiting: Bool { pending.count < 256 && open > pending.count && end == nil }

  fileprivate mutating func hold(_ sequence: Int, _ result: OrderedOutput.Held) {
    heldBytes += result.records.bytes
    let distance = sequence - next
    guard distance == 0 else {
      while held.count <= distance { held.append(nil) }
      held[distance] = result
      if result.isWorked { early += result.records.items }
      return
    }
    advance(result.records)
    while let following = held.first, let following {
      if following.isWorked { early -= following.records.items }
      advance(following.records)
    }
  }

  private mutating func advance(_ records: PipeRecords) {
    pending.append(records)
    readyBytes += records.bytes
    next += 1
    _ = held.popFirst()
  }

  fileprivate mutating func emit(_ records: PipeRecords) {
    heldBytes += records.bytes
    readyBytes += records.bytes
    pending.append(records)
  }
}

/// Numbers items for the output; joins records that pass through. Used by the reader's thread.
struct PipeFeed {
  private let output: OrderedOutput
  private var sequence = 0
  private var passing: [UInt8] = []
  private var passingLines = 0
  private let maximumLines: Int

  /// The limit of bytes that pass through together.
  private static let maximumBytes = 64 * 1024

  init(_ output: OrderedOutput, window: Int) {
    self.output = output
    maximumLines = max(1, window / 8)
  }

  /// Begins an item and returns its sequence number. Blocks until there is room.
  mutating func begin() -> Int {
    flush()
    return next(items: 1)
  }

  /// Passes a line through.
  ///
  /// - Parameter isUrgent: whether no further line is buffered.
  mutating func pass(_ line: [UInt8], isUrgent: Bool) {
    passing += line
    passing.append(0x0A)
    passingLines += 1
    if isUrgent || passingLines >= maximumLines || passing.count >= Self.maximumBytes { flush() }
  }

  mutating func flush() {
    if passing.isEmpty { return }
    let records = PipeRecords(lines: passing, count: passingLines)
    output.complete(next(items: passingLines), records)
    passing = []
    passingLines = 0
  }

  private mutating func next(items: Int) -> Int {
    output.begin(items: items)
    defer { sequence += 1 }
    return sequence
  }
}
