/// The path of a field in a record.
///
/// `name`, `error.code`, `redirects.0.url`, or a JSON Pointer (RFC 6901) `/error/code`. A field
/// whose name contains a dot takes precedence over the path.
package struct FieldPath: Equatable, Sendable {
  /// The path as given, which is the column's title and the field's name.
  package let text: String
  private let parts: [String]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The first name of the path.
  var first: String {
    let rest = text.hasPrefix("/") ? text.dropFirst().split(separator: "/").first : nil
    return rest.map(String.init) ?? parts.first ?? text
  }

  func value(in record: FieldLookup) -> JSONView? {
    if text.hasPrefix("/") { return record.view.pointer(text) }
    if let value = record[text] { return value }
    guard parts.count > 1, let first = record[parts[0]] else { return nil }
    var view = first
    for part in parts.dropFirst() {
      guard let next = view.child(part) else { return nil }
      view = next
    }
    return view
  }
}

/// The fields of a record, for lookups by several columns. There may be tens of thousands of both.
struct FieldLookup {
  let view: JSONView
  /// The fields by name; nil if each column scans the record.
  private let table: [String: JSONView]?

  /// Up to this number of columns, scanning costs less than a table.
  private static let fewColumns = 16

  init(_ view: JSONView, count: Int) {
    self.view = view
    table =
      count <= Self.fewColumns
      ? nil
      : Dictionary(view.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  subscript(name: String) -> JSONView? { table.map { $0[name] } ?? view[name] }
}

/// The `--fields` that no record had so far.
struct FieldUsage: Sendable {
  private let fields: [FieldPath]
  /// The positions in `fields`.
  private var unseen: Set<Int>
  private var last: JSONView?

  init(_ fields: [FieldPath]) {
    self.fields = fields
    unseen = Set(fields.indices)
  }

  mutating func note(_ values: [JSONView?], of record: JSONView) {
    if unseen.isEmpty { return }
    last = record
    unseen = unseen.filter { values[$0] == nil }
  }

  var missing: (fields: [FieldPath], known: [String]) {
    guard let last else { return ([], []) }
    return (unseen.sorted().map { fields[$0] }, last.fields.map(\.key))
  }
}
