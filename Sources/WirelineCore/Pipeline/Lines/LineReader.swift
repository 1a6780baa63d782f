import Glibc

/// Reads lines from a descriptor, which it does not close; see `LineSplitter` for the definition of
/// a line.
package struct LineReader: ~Copyable, Sendable {
  private let descriptor: Int32
  private var splitter: LineSplitter
  private var isAtEnd = false
  /// The error that ended the input, thrown after the buffered lines.
  private var fault: ReadError?
  private let unpacker: (any InputUnpacker)?
  /// The output that is watched while the input is idle; -1 for none.
  private let output: Int32
  /// Whether the input ended early, because the reader of the output has exited.
  private(set) var isOutputClosed = false

  /// - Parameters:
  ///   - descriptor: blocking or not.
  ///   - maximumLineBytes: a line with more content is reported, not delivered.
  ///   - separator: the byte that ends a line.
  ///   - unpacker: decodes the bytes first.
  ///   - output: a descriptor whose reader is watched while the input is idle; -1 for none.
  package init(
    descriptor: Int32, maximumLineBytes: Int = LineSplitter.defaultMaximumLineBytes,
    separator: UInt8 = 0x0A, unpacker: (any InputUnpacker)? = nil, output: Int32 = -1
  ) {
    self.descriptor = descriptor
    self.output = output
    self.unpacker = unpacker
    splitter = LineSplitter(maximumLineBytes: maximumLineBytes, separator: separator)
  }

  /// The next line; nil at the end of input. Blocks.
  ///
  /// - Throws: `ReadError`; lines that came before it have been delivered.
  package mutating func next() throws(ReadError) -> InputLine? {
    while true {
      if let line = splitter.next() { return line }
      if let fault { throw fault }
      if isAtEnd { return nil }
      fill()
    }
  }

  /// The next line that is not skipped. Blocks, but returns before it reads again if lines were
  /// skipped.
  ///
  /// - Parameter isSkipped: called with a line before it is copied; true skips it.
  /// - Returns: the line, if there is one, and the number of skipped lines before it; nil at the
  ///   end of input.
  /// - Throws: `ReadError`; lines that came before it have been delivered.
  mutating func next(
    skipping isSkipped: (RawLine) -> Bool
  ) throws(ReadError) -> (line: InputLine?, skipped: Int)? {
    while true {
      let next = splitter.next(skipping: isSkipped)
      if next.line != nil || next.skipped > 0 { return next }
      if let fault { throw fault }
      if isAtEnd { return nil }
      fill()
    }
  }

  /// Passes every buffered line to `body`; reads (and blocks) only if there is none.
  ///
  /// - Parameter body: returns false to stop; further lines stay for the next call.
  /// - Returns: false at the end of input.
  package mutating func nextBatch(_ body: (RawLine) -> Bool) throws(ReadError) -> Bool {
    while true {
      if splitter.drain(body) > 0 { return true }
      if let fault { throw fault }
      if isAtEnd { return false }
      fill()
    }
  }

  /// Whether `next()` would return a line without reading.
  package var hasBufferedLine: Bool { splitter.hasLine }

  /// Whether `read` would not block (data, end of input or an error); if it would, flush the output
  /// first.
  package func inputIsReady() -> Bool {
    isAtEnd || fault != nil || DescriptorPoll.isReadable(descriptor)
  }

  /// Waits for a line that `next()` would return without blocking.
  ///
  /// - Returns: false if no line arrives in time or at all: `next()` reports why.
  package mutating func hasLine(until end: ContinuousClock.Instant) -> Bool {
    while !splitter.findLine() {
      if isAtEnd || fault != nil { return false }
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero, DescriptorPoll.isReadable(descriptor, within: left) else { return false }
      fill()
    }
    return true
  }

  private mutating func fill() {
    if output >= 0, !DescriptorPoll.waitForInput(descriptor, orEndOf: output) {
      isOutputClosed = true
      isAtEnd = true
      return
    }
    do throws(ReadError) {
      if let unpacker { try fill(through: unpacker) } else { try fillPlain() }
    } catch {
      fault = error
    }
  }

  private mutating func fillPlain() throws(ReadError) {
    let descriptor = descriptor
    let count = try splitter.fill { room throws(ReadError) in
      try Self.read(descriptor, into: room)
    }
    if count == 0 {
      isAtEnd = true
      splitter.finish()
    }
  }

  /// Deflate expands a byte up to 1,032 times, all in memory: 8 MB here.
  private static let packedBytes = 8 << 10

  private mutating func fill(through unpacker: any InputUnpacker) throws(ReadError) {
    var packed = [UInt8](repeating: 0, count: Self.packedBytes)
    let (descriptor, size) = (descriptor, packed.count)
    let count = try packed.withUnsafeMutableBufferPointer { room throws(ReadError) in
      try Self.read(descriptor, into: UnsafeMutableRawBufferPointer(room))
    }
    var pieces: [UInt8] = []
    // Bytes before an error are valid.
    defer {
      splitter.append(pieces)
      if isAtEnd { splitter.finish() }
    }
    if count == 0 {
      try unpacker.finish { pieces.append(contentsOf: $0) }
      isAtEnd = true
      return
    }
    packed.removeLast(size - count)
    try packed.withUnsafeBufferPointer { bytes throws(ReadError) in
      try unpacker.unpack(UnsafeRawBufferPointer(bytes)) { pieces.append(contentsOf: $0) }
    }
  }

  private static func read(
    _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
  ) throws(ReadError) -> Int {
    while true {
      let count = Glibc.read(descriptor, room.baseAddress, room.count)
      if count >= 0 { return count }
      var code = errno
      if code == EAGAIN { code = DescriptorPoll.wait(descriptor, for: POLLIN) }
      if code != 0, code != EINTR { throw ReadError(code: code) }
    }
  }
}

/// Decodes compressed input piece by piece.
package protocol InputUnpacker: AnyObject, Sendable {
  /// Decodes bytes and passes them on.
  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError)

  /// Ends the input.
  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError)
}
