internal import Glibc

/// Lines from a descriptor, which it does not close; see `LineSplitter` for what a line is.
package struct LineReader: ~Copyable, Sendable {
  private let descriptor: Int32
  private var splitter: LineSplitter
  private var isAtEnd = false
  /// Why there will be no more input; told when no line of before it is left.
  private var fault: ReadError?
  private let unpacker: (any InputUnpacker)?

  /// - Parameters:
  ///   - descriptor: blocking or not.
  ///   - maximumLineBytes: a line with more content is reported, not delivered.
  ///   - separator: what ends a line.
  ///   - unpacker: what the bytes go through first.
  package init(
    descriptor: Int32, maximumLineBytes: Int = LineSplitter.defaultMaximumLineBytes,
    separator: UInt8 = 0x0A, unpacker: (any InputUnpacker)? = nil
  ) {
    self.descriptor = descriptor
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

  /// The next line that is not passed over. Blocks, but returns before it reads again if lines were
  /// passed over.
  ///
  /// - Parameter isSkipped: looks at a line before it is copied; true passes over it.
  /// - Returns: the line, if there is one, and how many lines before it were passed over; nil at
  ///   the end of input.
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

  /// Hands every line that is there to `body`; reads (and blocks) only if there is none.
  ///
  /// - Parameter body: returns false to stop; lines after that stay for the next call.
  /// - Returns: false at the end of input.
  package mutating func nextBatch(_ body: (RawLine) -> Bool) throws(ReadError) -> Bool {
    while true {
      if splitter.drain(body) > 0 { return true }
      if let fault { throw fault }
      if isAtEnd { return false }
      fill()
    }
  }

  /// `next()` would return a line without reading.
  package var hasBufferedLine: Bool { splitter.hasLine }

  /// `read` would not block (data, end of input or an error): if not, flush the output first.
  package func inputIsReady() -> Bool {
    isAtEnd || fault != nil || DescriptorPoll.isReadable(descriptor)
  }

  /// Waits for a line that `next()` would return without blocking.
  ///
  /// - Returns: false where none came in time, or none will: `next()` says why.
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

  /// Deflate makes up to 1,032 bytes of one, and all of them are held at once: 8 MB here.
  private static let packedBytes = 8 << 10

  private mutating func fill(through unpacker: any InputUnpacker) throws(ReadError) {
    var packed = [UInt8](repeating: 0, count: Self.packedBytes)
    let (descriptor, size) = (descriptor, packed.count)
    let count = try packed.withUnsafeMutableBufferPointer { room throws(ReadError) in
      try Self.read(descriptor, into: UnsafeMutableRawBufferPointer(room))
    }
    var pieces: [UInt8] = []
    // What came before a fault is good.
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
    let result: Result<Void, ReadError> = packed.withUnsafeBytes { bytes in
      do throws(ReadError) {
        return .success(try unpacker.unpack(bytes) { pieces.append(contentsOf: $0) })
      } catch {
        return .failure(error)
      }
    }
    try result.get()
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
