/// The name of a field of a record, or the way to one inside it.
///
/// `name`, `error.code`, `redirects.0.url`, or a JSON Pointer (RFC 6901) `/error/code`. A member
/// whose name has a dot in it is found before the way is tried.
package struct FieldPath: Equatable, Sendable {
  /// As it was given: it is the column's title and the member's name.
  package let text: String
  private let parts: [String]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The value in a record; nil where there is none.
  func value(in record: JSONView) -> JSONView? { value(in: RecordMembers(record, looksUp: 1)) }

  /// The value in a record; nil where there is none.
  func value(in record: RecordMembers) -> JSONView? {
    if text.hasPrefix("/") { return record.view.pointer(text) }
    if let value = record[text] { return value }
    guard parts.count > 1, let first = record[parts[0]] else { return nil }
    var view = first
    for part in parts.dropFirst() {
      guard let next = Self.child(of: view, part) else { return nil }
      view = next
    }
    return view
  }

  private static func child(of view: JSONView, _ part: String) -> JSONView? {
    guard view.type == .array else { return view[part] }
    guard let index = Int(digits: part) else { return nil }
    let elements = view.elements
    return elements.indices.contains(index) ? elements[index] : nil
  }
}

/// The members of a record that several columns look up: a record can have tens of thousands of
/// both.
struct RecordMembers {
  let view: JSONView
  /// Nil if each column reads the record from its beginning.
  private let table: [String: JSONView]?

  /// Up to here reading the record for each column costs less than a table.
  private static let fewColumns = 16

  /// - Parameter count: the number of columns.
  init(_ view: JSONView, looksUp count: Int) {
    self.view = view
    table =
      count <= Self.fewColumns
      ? nil
      : Dictionary(view.members.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  subscript(name: String) -> JSONView? { table.map { $0[name] } ?? view[name] }
}
