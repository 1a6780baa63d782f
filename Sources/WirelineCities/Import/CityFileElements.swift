internal import WirelineCore

/// Splits chunks of any size into the values of an array, or values in sequence.
struct CityFileElements: Sendable {
  /// A value, whose bytes are valid during the call only.
  struct Element {
    let offset: Int
    let bytes: UnsafeRawBufferPointer
  }

  private static let maximumElementBytes = 64 << 20

  private var scanner = JSONElementScanner()
  /// The bytes that the scanner still needs.
  private var buffer: [UInt8] = []
  private var base: Int

  /// - Parameter offset: the offset of the first chunk in the file.
  init(at offset: Int) { base = offset }

  /// - Parameter isLast: whether the file ends with this chunk.
  /// - Throws: the first error, with its offset in the file.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ body: (Element) -> Void
  ) throws(JSONSyntaxError) {
    buffer.append(contentsOf: chunk)
    do throws(JSONSyntaxError) {
      try deliver(isLast: isLast, body)
      dropConsumed()
      try check(buffer.count, at: 0)
    } catch {
      throw JSONSyntaxError(offset: base + error.offset, reason: error.reason)
    }
  }

  private mutating func deliver(
    isLast: Bool, _ body: (Element) -> Void
  ) throws(JSONSyntaxError) {
    try buffer.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      let bytes = UnsafeRawBufferPointer(all)
      while case .element(let field, _) = try scanner.next(in: bytes, isLast: isLast) {
        try check(field.range.count, at: field.range.lowerBound)
        body(
          Element(
            offset: base + field.range.lowerBound,
            bytes: UnsafeRawBufferPointer(rebasing: bytes[field.range])))
      }
    }
  }

  private func check(_ count: Int, at offset: Int) throws(JSONSyntaxError) {
    let limit = Self.maximumElementBytes
    if count > limit {
      throw JSONSyntaxError(offset: offset, reason: .elementTooLong(limit: limit))
    }
  }

  private mutating func dropConsumed() {
    let consumed = scanner.consumed
    buffer.removeFirst(consumed)
    scanner.rebase(by: consumed)
    base += consumed
    // Release the memory of one huge element.
    if buffer.capacity > 4 << 20, buffer.count < 1 << 20 {
      var small: [UInt8] = []
      small.append(contentsOf: buffer)
      buffer = small
    }
  }
}
