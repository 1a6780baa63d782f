extension JSONView {
  /// A number that is exactly an `Int`, also written `12.0` or `1e3`; else nil.
  package var integer: Int? {
    guard type == .number else { return nil }
    return decimal.integer
  }

  /// A number, correctly rounded; nil for other types, and over the range of `Double`.
  package var double: Double? {
    guard type == .number else { return nil }
    if let exact = decimal.exactDouble { return exact }
    let value = Double(String(decoding: raw, as: UTF8.self))
    return value?.isFinite == true ? value : nil
  }

  private var decimal: JSONDecimal {
    bytes.withUnsafeBytes { JSONDecimal(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
