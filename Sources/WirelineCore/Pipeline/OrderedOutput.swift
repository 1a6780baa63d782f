internal import DequeModule
import Glibc
import Synchronization

/// Finished records on their way out: put in order, written in batches by a
/// thread of its own, bounded.
final class OrderedOutput: Sendable {
  fileprivate struct State: Sendable {
    /// Results that wait for an earlier one, by their distance from `next`;
    /// the first is never here.
    var held: Deque<Held?> = []
    var next = 0
    /// Results in order, to be written.
    var pending: Deque<PipeRecords> = []
    /// What the results that wait here hold.
    var heldBytes = 0
    /// That of them which only waits to be written.
    var readyBytes = 0
    /// Items begun whose records are not yet written.
    var open = 0
    /// Those of them that were worked on, are finished and wait for an earlier one.
    /// They are bounded in bytes and not in number: else one item that takes a minute,
    /// such as a host name that no server knows, would stop all others after a window.
    var early = 0
    var isWriterWaiting = false
    var isClosed = false
    var failure: WriteError?
    var isReaderWaiting = false
    var end: UnsafeContinuation<Void, Never>?
  }

  /// A result that waits for an earlier one.
  fileprivate struct Held: Sendable {
    let records: PipeRecords
    /// Whether it is one of `early`.
    let isWorked: Bool
  }

  private let state = Mutex(State())
  private let work = ThreadSemaphore()
  private let room = ThreadSemaphore()
  private let isOrdered: Bool
  private let window: Int
  private let brake: AdmissionBrake?
  private static let maximumBytes = 64 << 20
  /// What one write takes, as a rule at most: as much as a pipe holds.
  private static let pieceBytes = 64 * 1024
  /// How long a record may wait for company while others are in work: half a
  /// millisecond. A wake-up and a write for each record of a fast stream would
  /// cost more than the rest.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 500_000)

  /// - Parameters:
  ///   - window: the largest number of items in work or ready to be written.
  ///   - brake: told what waits here.
  ///   - write: takes finished lines; false when the reader is gone.
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

  /// Whether the reader of the output has gone.
  var isClosed: Bool { state.withLock { $0.isClosed } }
  var failure: WriteError? { state.withLock { $0.failure } }

  /// Counts further items in, once there is room for one; blocks until then.
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

  /// Takes an item's records; `sequence` counts from 0 in input order.
  ///
  /// - Parameter isWorked: whether they are the result of work, rather than a line that passes
  ///   through or cannot be read: of those, input without end may hold any number.
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
  ///   - bytes: those of the result that came.
  ///   - ready: those whose turn came with it.
  private func tellBrake(_ bytes: Int, ready: Int) {
    guard let brake, bytes > 0 || ready > 0 else { return }
    if ready > 0 { brake.offer(ready, size: bytes) }
    if bytes > ready { brake.keep(bytes - ready) }
    if ready > bytes { brake.ripen(ready - bytes) }
  }

  /// No more items will begin; returns when all records have been written, or
  /// cannot be.
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

  /// Writes a batch. A long one goes in several pieces, and what was written is let go before the
  /// next: its text needs little room, and others may begin meanwhile.
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

  /// What the writer is done with.
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
    // What nobody reads need not begin.
    if isClosed { brake?.stop() }
  }
}

extension OrderedOutput.State {
  fileprivate func hasRoom(_ window: Int, _ maximumBytes: Int) -> Bool {
    isClosed || open - early < window && heldBytes < maximumBytes
  }

  /// Whether it is worth waking the reader: one item's room is not.
  fileprivate func isRoomy(_ window: Int, _ maximumBytes: Int) -> Bool {
    isClosed || open - early <= window - max(1, window / 4) && heldBytes < maximumBytes / 2
      || open == 0
  }

  /// Whether a little patience will make a larger batch.
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
