internal import Glibc

/// Records to a descriptor, one `write` a batch.
///
/// Nothing is flushed by itself: call `flush()` when no more input is ready, and at the end.
/// `SIGPIPE` must be ignored in the process, else a reader that leaves kills it.
package struct RecordWriter: ~Copyable, Sendable {
  /// Whether anyone still reads.
  package enum State: Equatable, Sendable {
    case open
    /// `EPIPE`: the reader left; further records are dropped.
    case closed
  }

  /// As the last `write` found it.
  package private(set) var state = State.open
  private let descriptor: Int32
  private let batchBytes: Int
  private var pending = JSONWriter()

  /// - Parameters:
  ///   - descriptor: blocking or not; it is not closed.
  ///   - batchBytes: with so many bytes pending they are written.
  package init(descriptor: Int32, batchBytes: Int = 128 << 10) {
    self.descriptor = descriptor
    self.batchBytes = batchBytes
    pending.bytes.reserveCapacity(batchBytes + batchBytes / 4)
  }

  /// Bytes accepted and not yet written.
  package var pendingBytes: Int { pending.bytes.count }

  /// Takes bytes as they are (a record ends in a line feed); writes when a batch is full.
  @discardableResult
  package mutating func append(_ record: UnsafeRawBufferPointer) throws(WriteError) -> State {
    pending.bytes.append(contentsOf: record)
    return try flushIfFull()
  }

  /// Takes bytes as they are (a record ends in a line feed); writes when a batch is full.
  @discardableResult
  package mutating func append(_ record: [UInt8]) throws(WriteError) -> State {
    pending.bytes.append(contentsOf: record)
    return try flushIfFull()
  }

  /// Builds a record in the buffer itself; what was added is taken back if `body` throws.
  ///
  /// It never writes; call `flushIfFull()` after it.
  package mutating func build<Value, Failure: Error>(
    _ body: (inout JSONWriter) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let mark = pending.bytes.count
    do throws(Failure) {
      return try body(&pending)
    } catch {
      pending.rollBack(to: mark)
      throw error
    }
  }

  /// Writes what is pending if that is a batch.
  @discardableResult
  package mutating func flushIfFull() throws(WriteError) -> State {
    pendingBytes < batchBytes && state == .open ? state : try flush()
  }

  /// Writes all that is pending.
  ///
  /// - Throws: `WriteError`; what was not written is still pending then, and nothing is written
  ///   twice if it is flushed again.
  @discardableResult
  package mutating func flush() throws(WriteError) -> State {
    var written = 0
    defer { drop(written) }
    while state == .open, written < pendingBytes {
      written += try write(from: written)
    }
    if state == .closed { written = pendingBytes }
    return state
  }

  /// One `write`, which may do less than was asked for.
  ///
  /// - Returns: how much it did; 0 if it was interrupted, had to wait, or nobody reads.
  private mutating func write(from start: Int) throws(WriteError) -> Int {
    let descriptor = descriptor
    let count = pending.bytes.withUnsafeBytes { all in
      Glibc.write(descriptor, all.baseAddress.map { $0 + start }, all.count - start)
    }
    if count >= 0 { return count }
    var code = errno
    if code == EAGAIN { code = DescriptorPoll.wait(descriptor, for: POLLOUT) }
    if code == EPIPE { state = .closed }
    if code != 0, code != EINTR, code != EPIPE { throw WriteError(code: code) }
    return 0
  }

  private mutating func drop(_ count: Int) {
    if count < pendingBytes {
      pending.bytes.removeFirst(count)
    } else if pending.bytes.capacity > 8 * batchBytes {
      // One huge record must not hold its memory for ever.
      pending = JSONWriter()
    } else {
      pending.removeAll()
    }
  }
}
