package import WirelineCore

/// What an input item looks for: a plain line, or a record's `query`, else its
/// `name`; or, where ids are asked for, its `id`.
package struct CityQueryRecord: Sendable {
  private enum Field: Int, CaseIterable { case query, name }

  /// The members that are read, in the order in which they are expected.
  package static let names = MemberNames.checked(
    [
      "query", "name",
    ], Field.allCases)

  /// - Throws: for a record without a query, and one that is too long.
  package static func query(_ item: InputItem) throws(RecordFault) -> CityQuery {
    let text = try text(item)
    do throws(CityQueryTooLong) {
      return try CityQuery(text)
    } catch {
      throw .invalid(field: "query", reason: error.description)
    }
  }

  private static func text(_ item: InputItem) throws(RecordFault) -> String {
    guard let object = item.object else { return item.text }
    let fields = RecordFields(object, names: names)
    if let query = try fields.string(Field.query.rawValue) { return query }
    if let name = try fields.string(Field.name.rawValue) { return name }
    throw .missing(field: "query", expected: "a string")
  }

  /// The id that an item names: a plain line of digits, or a record's `id`.
  package static func identifier(_ item: InputItem) throws(RecordFault) -> Int64 {
    guard item.object != nil else {
      guard let identifier = Int64(item.text.trimmingSpaces) else {
        throw .invalid(field: "id", reason: "\"\(item.text)\" is no whole number")
      }
      return identifier
    }
    // It is the record's `ref` too, and so no member that is looked for.
    guard let field = (try? JSONView.parse(item.bytes))?["id"] else {
      throw .missing(field: "id", expected: "a whole number")
    }
    guard let identifier = field.integer else {
      throw .invalid(field: "id", reason: "expected a whole number")
    }
    return Int64(identifier)
  }
}
