import DequeModule
import Glibc
import Synchronization

/// Puts finished records in order and writes them in batches on its own thread, with bounded
/// memory.
///
/// Three kinds of threads share the state: the reader begins items, any thread completes them, and
/// the writer takes what is ready. A thread that has to wait sets `isReaderWaiting` or `writerWait`
/// under the lock, and then waits on a semaphore. The thread that changes the state resets it under
/// the lock, and signals once. The semaphore counts a signal that precedes the wait, so a
/// wake-up cannot be lost. After one signal too many, the thread finds nothing to do and waits
/// again.
final class OrderedOutput: Sendable {
  fileprivate struct State: Sendable {
    let window: Int
    /// Results that wait for an earlier one, by their distance from `next`; the first is always
    /// nil.
    var held: Deque<Held?> = []
    var next = 0
    var pending: Deque<PipeRecords> = []
    /// The bytes of all unwritten results.
    var bytes = 0
    /// Items that have begun and are not yet written.
    var open = 0
    /// Finished items that wait for an earlier one. They are limited in bytes, not in number:
    /// otherwise one item that takes a minute, such as an unresolvable host, would block all others
    /// after a window.
    var early = 0
    /// Records of unfinished items that wait for an earlier item, and their bytes.
    var parts: [Int: [PipeRecords]] = [:]
    var partBytes = 0
    /// Threads that wait for room in `pending`.
    var waitingParts = 0
    var writerWait: WriterWait?
    var isClosed = false
    var failure: WriteError?
    var isReaderWaiting = false
    var isInputIdle = false
    var end: UnsafeContinuation<Void, Never>?
  }

  /// The event that the writer waits for.
  fileprivate enum WriterWait: Sendable { case records, moreRecords }

  fileprivate struct Held: Sendable {
    let records: PipeRecords
    /// Whether it counts toward `early`.
    let isWorked: Bool
  }

  private let state: Mutex<State>
  private let work = ThreadSemaphore()
  private let room = ThreadSemaphore()
  private let partRoom = ThreadSemaphore()
  private let isOrdered: Bool
  private let backpressure: OutputBackpressure?
  fileprivate static let maximumBytes = 64 << 20
  /// The limit of `partBytes`.
  static let maximumPartBytes = 48 << 20
  /// The limit of `pending` for parts: each has the records of one chunk of a body.
  private static let maximumPendingParts = 64
  private static let pieceBytes = 64 * 1024
  private let batchDelay: Duration

  /// - Parameters:
  ///   - window: the maximum number of items in progress or ready to be written.
  ///   - backpressure: notified of unwritten bytes.
  ///   - batchDelay: how long a record may wait for others while items are in progress or arrive.
  ///     One wake-up and write per record would dominate a fast stream.
  ///   - write: writes finished lines; returns false if the reader has exited.
  init(
    isOrdered: Bool, window: Int, backpressure: OutputBackpressure? = nil,
    batchDelay: Duration = .microseconds(500),
    write: @escaping @Sendable ([UInt8]) throws(WriteError) -> Bool
  ) {
    self.isOrdered = isOrdered
    self.backpressure = backpressure
    self.batchDelay = batchDelay
    state = Mutex(State(window: max(1, window)))
    DetachedThread.startOrExit { [self] in
      var writer = JSONWriter()
      while let batch = nextBatch() { deliver(batch, using: &writer, to: write) }
    }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }
  var failure: WriteError? { state.withLock { $0.failure } }

  func close() {
    state.withLock { $0.isClosed = true }
    backpressure?.stop()
  }

  /// - Parameter isInputIdle: whether the next item has not arrived. Then records are written
  ///   immediately, for a program that waits for them.
  func begin(isInputIdle: Bool) {
    while true {
      let (hasRoom, wakesWriter) = state.withLock { state in
        let hasRoom = state.hasRoom
        if hasRoom { state.open += 1 } else { state.isReaderWaiting = true }
        state.isInputIdle = isInputIdle
        return (hasRoom, state.wakesWriter())
      }
      if wakesWriter { work.signal() }
      if hasRoom { return }
      room.wait()
    }
  }

  /// Accepts the records of an item; `sequence` counts from 0 in input order.
  ///
  /// - Parameter isWorked: whether they result from work, rather than from a line that passes
  ///   through or is invalid: endless input may contain any number of those.
  func complete(_ sequence: Int, _ records: PipeRecords, isWorked: Bool = false) {
    let (wakesWriter, wakesReader) = state.withLock { state in
      let held = Held(records: records, isWorked: isWorked)
      let ready = state.add(held, at: isOrdered ? sequence : state.next)
      // Under the lock: these bytes must be counted before the writer counts them as written.
      backpressure?.didComplete(records.bytes, ready: ready)
      return (state.wakesWriter(), state.wakesReader())
    }
    if wakesWriter { work.signal() }
    if wakesReader { room.signal() }
  }

  /// Accepts records of an unfinished item. Those of the first one are written immediately, and
  /// this waits for a slow reader; others are held, up to a limit.
  func add(_ records: PipeRecords, to sequence: Int) -> PipeRecords.Reception {
    while true {
      let (reception, wakesWriter): (PipeRecords.Reception?, Bool) = state.withLock { state in
        // After its result, an item has no more records.
        if state.isClosed || isOrdered && sequence < state.next { return (.closed, false) }
        let isFirst = !isOrdered || sequence == state.next
        if isFirst, state.pending.count >= Self.maximumPendingParts {
          state.waitingParts += 1
          return (nil, false)
        }
        if !isFirst, state.partBytes + records.bytes > Self.maximumPartBytes {
          return (.full, false)
        }
        state.add(part: records, of: sequence, isFirst: isFirst)
        backpressure?.didComplete(records.bytes, ready: isFirst ? records.bytes : 0)
        return (.accepted, state.wakesWriter())
      }
      if wakesWriter { work.signal() }
      if let reception { return reception }
      partRoom.wait()
    }
  }

  /// Waits until all records are written, or cannot be. No more items may begin.
  ///
  /// The writer takes the continuation out of the state, so it is resumed once.
  func finish() async {
    await withUnsafeContinuation { end in
      state.withLock { state in
        state.end = end
        state.writerWait = nil
      }
      work.signal()
    }
  }

  private func nextBatch() -> Deque<PipeRecords>? {
    while true {
      let isCollecting = state.withLock { state in
        state.writerWait = state.mayGrow ? .moreRecords : nil
        return state.mayGrow
      }
      if isCollecting { _ = work.wait(atMost: batchDelay) }
      let (batch, end): (Deque<PipeRecords>?, UnsafeContinuation<Void, Never>?) = state.withLock {
        state in
        state.writerWait = state.pending.isEmpty ? .records : nil
        if !state.pending.isEmpty {
          let batch = state.pending
          state.pending = Deque(minimumCapacity: batch.count)
          for _ in 0..<state.waitingParts { partRoom.signal() }
          state.waitingParts = 0
          return (batch, nil)
        }
        return (nil, state.open == 0 ? state.end.take() : nil)
      }
      if let batch { return batch }
      if let end {
        end.resume()
        return nil
      }
      work.wait()
    }
  }

  /// Writes a batch. A long batch is written in pieces, and each piece is released before the next,
  /// so that its memory is free for others.
  private func deliver(
    _ batch: consuming Deque<PipeRecords>, using writer: inout JSONWriter,
    to write: ([UInt8]) throws(WriteError) -> Bool
  ) {
    var isClosed = self.isClosed
    var written = Written()
    while let records = batch.popFirst() {
      written.bytes += records.bytes
      written.items += 1
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
      release(written, isClosed: isClosed)
      written = Written()
    }
  }

  private struct Written {
    var bytes = 0
    var items = 0
    var failure: WriteError?
  }

  private func release(_ written: Written, isClosed: Bool) {
    let wakesReader = state.withLock { state in
      if isClosed { state.isClosed = true }
      if let failure = written.failure { state.failure = failure }
      state.bytes -= written.bytes
      state.open -= written.items
      return state.wakesReader()
    }
    if wakesReader { room.signal() }
    backpressure?.didWrite(written.bytes)
    // Without a reader, further requests are pointless.
    if isClosed { backpressure?.stop() }
  }
}

extension OrderedOutput.State {
  fileprivate var hasRoom: Bool {
    isClosed || open - early < window && bytes < OrderedOutput.maximumBytes
  }

  /// Returns whether to wake the reader thread: it waits, and there is room for several items.
  fileprivate mutating func wakesReader() -> Bool {
    guard isReaderWaiting else { return false }
    let isRoomy =
      isClosed || open == 0
      || open - early <= window - max(1, window / 4) && bytes < OrderedOutput.maximumBytes / 2
    if isRoomy { isReaderWaiting = false }
    return isRoomy
  }

  /// Returns whether to wake the writer thread: what it waits for has happened.
  fileprivate mutating func wakesWriter() -> Bool {
    let wakes = writerWait == .records && !pending.isEmpty || writerWait == .moreRecords && !mayGrow
    if wakes { writerWait = nil }
    return wakes
  }

  /// Whether a short wait would make the batch larger: items are in progress, or will begin.
  fileprivate var mayGrow: Bool {
    !pending.isEmpty && pending.count < 256
      && (open > pending.count || end == nil && !isInputIdle && !isReaderWaiting)
  }

  /// Adds a finished result. Results that follow one another in input order become ready together.
  ///
  /// - Returns: the bytes that became ready to be written.
  fileprivate mutating func add(_ result: OrderedOutput.Held, at sequence: Int) -> Int {
    bytes += result.records.bytes
    let distance = sequence - next
    guard distance == 0 else {
      while held.count <= distance { held.append(nil) }
      held[distance] = result
      if result.isWorked { early += 1 }
      return 0
    }
    var ready = advance(result.records)
    while let following = held.first, let following {
      if following.isWorked { early -= 1 }
      ready += advance(following.records)
    }
    return ready
  }

  /// - Returns: the bytes that became ready to be written.
  private mutating func advance(_ records: PipeRecords) -> Int {
    pending.append(records)
    next += 1
    _ = held.popFirst()
    guard !parts.isEmpty, let waiting = parts.removeValue(forKey: next) else {
      return records.bytes
    }
    pending.append(contentsOf: waiting)
    let bytes = waiting.reduce(0) { $0 + $1.bytes }
    early -= waiting.count
    partBytes -= bytes
    return records.bytes + bytes
  }

  /// Adds records of an unfinished item. Each counts as an item until it is written.
  fileprivate mutating func add(part records: PipeRecords, of sequence: Int, isFirst: Bool) {
    open += 1
    bytes += records.bytes
    if isFirst { return pending.append(records) }
    parts[sequence, default: []].append(records)
    early += 1
    partBytes += records.bytes
  }
}
