import Glibc

/// Reads lines, as `LineSplitter` defines them, from a descriptor that it does not close.
package struct LineReader: ~Copyable, Sendable {
  private let descriptor: Int32
  private var splitter: LineSplitter
  private var isAtEnd = false
  /// The read error, thrown after the buffered lines.
  private var error: ReadError?
  private let unpacker: (any InputDecoder)?
  private let output: Int32
  private(set) var isOutputClosed = false

  /// - Parameters:
  ///   - descriptor: blocking or not.
  ///   - maximumLineBytes: a line with more content is reported but not delivered.
  ///   - separator: the byte that ends a line.
  ///   - unpacker: decodes the bytes first.
  ///   - output: a descriptor whose reader is watched while the input is idle; -1 for none.
  package init(
    descriptor: Int32, maximumLineBytes: Int = LineSplitter.defaultMaximumLineBytes,
    separator: UInt8 = JSONByte.lineFeed, unpacker: (any InputDecoder)? = nil, output: Int32 = -1
  ) {
    self.descriptor = descriptor
    self.output = output
    self.unpacker = unpacker
    splitter = LineSplitter(maximumLineBytes: maximumLineBytes, separator: separator)
  }

  /// Returns the next line, or nil at the end of input. Blocks.
  ///
  /// - Throws: a read error, after all lines before it have been delivered.
  package mutating func next() throws(ReadError) -> InputLine? {
    while true {
      if let line = splitter.next() { return line }
      if let error { throw error }
      if isAtEnd { return nil }
      fill()
    }
  }

  /// Whether `next()` would return a line without reading.
  package mutating func hasBufferedLine() -> Bool { splitter.hasLine() }

  /// Whether `read` would return data, the end of input or an error without blocking.
  package func inputIsReady() -> Bool {
    isAtEnd || error != nil || DescriptorPoll.isReadable(descriptor)
  }

  /// Waits for a line that `next()` can return without blocking.
  ///
  /// - Returns: false if no line arrives in time or at all; `next()` reports the reason.
  package mutating func hasLine(until end: ContinuousClock.Instant) -> Bool {
    while !splitter.hasLine() {
      if isAtEnd || error != nil { return false }
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
      self.error = error
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

  /// Deflate expands a byte up to 1,032 times, so that a read takes at most 8 MB of memory. Other
  /// decoders limit the output of a read.
  private static let packedBytes = 8 << 10

  private mutating func fill(through unpacker: any InputDecoder) throws(ReadError) {
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
    let count = DescriptorPoll.read(descriptor, into: room)
    if count < 0 { throw ReadError(code: errno) }
    return count
  }
}
