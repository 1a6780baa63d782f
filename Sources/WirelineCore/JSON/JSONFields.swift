/// Finds the wanted members of one object after the other, with no allocation a record.
///
/// For synchronous tools that look at lines in the reader's buffer; `JSONObject` keeps its bytes.
package struct JSONFields: Sendable {
  private let names: JSONNames
  private var fields: [JSONField?]

  /// - Parameter names: their indices are those of the fields.
  package init(_ names: JSONNames) {
    self.names = names
    fields = Array(repeating: nil, count: names.count)
  }

  /// The member with the name at `index`, as it was found by the last scan; the last of duplicates.
  package subscript(index: Int) -> JSONField? { fields[index] }

  /// Validates one text, and remembers where the wanted members of its object are.
  ///
  /// - Throws: `.notAnObject` if it is another valid value. No field is set then.
  package mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    for index in fields.indices { fields[index] = nil }
    do throws(JSONSyntaxError) {
      try find(in: bytes)
    } catch {
      for index in fields.indices { fields[index] = nil }
      throw error
    }
  }

  @inline(__always)
  private mutating func find(in bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    guard var walk = JSONWalk(bytes), walk.isObject else {
      throw JSONSyntaxError(
        offset: 0, reason: .notAnObject(found: try JSONScanner.validate(bytes)))
    }
    while let child = try walk.next() {
      if let index = names.index(of: child, in: bytes) { fields[index] = child.value }
    }
    try walk.finish()
  }
}
