extension JSONField {
  /// The whole number here, also when it is written `1.0`; nil for other values.
  func integer(in bytes: UnsafeRawBufferPointer) -> Int64? {
    guard type == .number else { return nil }
    var value: Int64 = 0
    var isNegative = false
    for (index, byte) in bytes[range].enumerated() {
      if index == 0, byte == 0x2D {
        isNegative = true
        continue
      }
      guard byte >= 0x30, byte <= 0x39 else { return wholeDouble(in: bytes) }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = product.addingReportingOverflow(Int64(byte - 0x30))
      if isTooLarge || overflows { return nil }
      value = sum
    }
    return isNegative ? -value : value
  }

  private func wholeDouble(in bytes: UnsafeRawBufferPointer) -> Int64? {
    double(in: bytes).flatMap { Int64(exactly: $0) }
  }

  func double(in bytes: UnsafeRawBufferPointer) -> Double? {
    guard type == .number else { return nil }
    return Double(Substring(decoding: bytes[range], as: UTF8.self))
  }
}
