/// An object whose wanted members have been found, and nothing else decoded.
package struct JSONObject: Sendable {
  /// The object itself.
  package let view: JSONView
  private let fields: JSONFields
  /// Where `range` began: the fields count from there.
  private let base: Int

  /// Validates all of `bytes` (or of `range`) and remembers where the wanted members are.
  ///
  /// - Throws: `.notAnObject` if it is another valid value. Offsets count from `range`'s start.
  package init(
    _ bytes: [UInt8], names: JSONNames, range: Range<Int>? = nil
  ) throws(JSONSyntaxError) {
    var fields = JSONFields(names)
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    try bytes.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      try fields.scan(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: all[range])))
    }
    self.fields = fields
    base = range.lowerBound
    view = JSONView(bytes: bytes, range: Self.trimmed(bytes, range), type: .object)
  }

  /// The member with the name at `index` of the `JSONNames`; nil if absent; the last of duplicates.
  package subscript(index: Int) -> JSONView? {
    guard let field = fields[index] else { return nil }
    let range = (base + field.range.lowerBound)..<(base + field.range.upperBound)
    return JSONView(bytes: view.bytes, range: range, type: field.type)
  }

  /// `range` without the white space at both its ends.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, JSONByte.isSpace(bytes[start]) { start += 1 }
    while end > start, JSONByte.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
