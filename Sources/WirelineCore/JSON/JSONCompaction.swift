internal import Glibc

/// Copies a text without the white space that a scan reports.
struct JSONCompaction: JSONSpaceSink {
  private let source: UnsafeRawBufferPointer
  private let room: UnsafeMutableRawBufferPointer
  /// From here on the source is not yet copied.
  private var copied = 0
  private var written = 0

  /// - Parameter room: at least as long as `source`, because a text never grows.
  init(from source: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer) {
    self.source = source
    self.room = room
  }

  mutating func dropSpace(from start: Int, to end: Int) {
    copy(upTo: start)
    copied = end
  }

  /// - Returns: how many bytes were written.
  mutating func finish() -> Int {
    copy(upTo: source.count)
    return written
  }

  private mutating func copy(upTo end: Int) {
    let count = end - copied
    guard
      count > 0, written + count <= room.count,
      let from = source.baseAddress, let to = room.baseAddress
    else { return }
    memcpy(to + written, from + copied, count)
    written += count
  }
}
