/// What an input item looks for: a plain line, or a record's `query`, else its
/// `name`.
package struct CityQueryRecord: Sendable {
  private enum Field: Int, CaseIterable { case query, name }

  /// The members that `init(_:)` reads, in the order it expects them.
  package static let names = Field.allCases.map { "\($0)" }

  package let query: CityQuery

  package init(_ item: InputItem) throws(RecordFault) {
    var text = item.text
    if let object = item.object {
      let fields = RecordFields(object, names: Self.names)
      var found = try fields.string(Field.query.rawValue)
      if found == nil { found = try fields.string(Field.name.rawValue) }
      guard let found else { throw .missing(field: "query", expected: "a string") }
      text = found
    }
    do throws(CityQueryTooLong) {
      query = try CityQuery(text)
    } catch {
      throw .invalid(field: "query", reason: error.description)
    }
  }
}
