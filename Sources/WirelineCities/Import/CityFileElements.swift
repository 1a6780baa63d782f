internal import WirelineCore

/// Splits chunks of any size into the values of an array, or values in sequence.
struct CityFileElements: Sendable {
  private static let maximumElementBytes = 64 << 20

  private var scanner = JSONElementScanner()
  /// The bytes that the scanner still needs.
  private var buffer: [UInt8] = []
  /// The offset of the buffer in the file.
  var base = 0

  /// - Parameters:
  ///   - isLast: whether the file ends with this chunk.
  ///   - body: receives each value and its offset in the file.
  /// - Throws: the first error, with its offset in the file.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws(JSONSyntaxError) {
    buffer.append(contentsOf: chunk)
    do throws(JSONSyntaxError) {
      try buffer.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
        let bytes = UnsafeRawBufferPointer(all)
        while let range = try scanner.next(in: bytes, isLast: isLast) {
          body(base + range.lowerBound, UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
      }
      dropConsumed()
      let limit = Self.maximumElementBytes
      if buffer.count > limit {
        throw JSONSyntaxError(offset: 0, reason: .elementTooLong(limit: limit))
      }
    } catch {
      throw JSONSyntaxError(offset: base + error.offset, reason: error.reason)
    }
  }

  private mutating func dropConsumed() {
    let consumed = scanner.consumed
    buffer.removeFirst(consumed)
    scanner.rebase(by: consumed)
    base += consumed
    // Release the memory of one huge element.
    if buffer.capacity > 4 << 20, buffer.count < 1 << 20 {
      buffer = buffer.map { $0 }
    }
  }
}
