internal import Glibc

/// Writes records to a descriptor, one `write` per batch.
///
/// Call `flush()` when no more input is ready, and at the end. `SIGPIPE` must be ignored in the
/// process, or a reader that exits kills it.
package struct RecordWriter: ~Copyable, Sendable {
  /// Whether the output still has a reader.
  package enum State: Equatable, Sendable {
    case open
    /// `EPIPE`: the reader has exited; further records are dropped.
    case closed
  }

  /// The state after the last `write`.
  package private(set) var state = State.open
  private let descriptor: Int32
  private let batchBytes: Int
  private var pending = JSONWriter()

  /// - Parameters:
  ///   - descriptor: blocking or not; it is not closed.
  ///   - batchBytes: the number of pending bytes that are written at once.
  package init(descriptor: Int32, batchBytes: Int = 128 << 10) {
    self.descriptor = descriptor
    self.batchBytes = batchBytes
    pending.bytes.reserveCapacity(batchBytes + batchBytes / 4)
  }

  /// Bytes accepted and not yet written.
  package var pendingBytes: Int { pending.bytes.count }

  /// Appends bytes (a record ends in a line feed); writes if a batch is full.
  @discardableResult
  package mutating func append(_ record: UnsafeRawBufferPointer) throws(WriteError) -> State {
    pending.bytes.append(contentsOf: record)
    return try flushIfFull()
  }

  /// Appends bytes (a record ends in a line feed); writes if a batch is full.
  @discardableResult
  package mutating func append(_ record: [UInt8]) throws(WriteError) -> State {
    pending.bytes.append(contentsOf: record)
    return try flushIfFull()
  }

  /// Builds a record in the buffer; rolls back if `body` throws.
  ///
  /// Does not write; call `flushIfFull()` afterwards.
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

  /// Writes pending bytes if they fill a batch.
  @discardableResult
  package mutating func flushIfFull() throws(WriteError) -> State {
    pendingBytes < batchBytes && state == .open ? state : try flush()
  }

  /// Writes all that is pending.
  ///
  /// - Throws: `WriteError`; unwritten bytes stay pending, and nothing is written twice.
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

  /// Calls `write` once.
  ///
  /// - Returns: the number of bytes; 0 if it was interrupted, had to wait, or the reader has
  ///   exited.
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
      // Releases the memory of a huge record.
      pending = JSONWriter()
    } else {
      pending.removeAll()
    }
  }
}
