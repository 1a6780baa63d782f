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
  func value(in record: JSONView) -> JSONView? {
    if text.hasPrefix("/") { return record.pointer(text) }
    if let value = record[text] { return value }
    guard parts.count > 1 else { return nil }
    var view = record
    for part in parts {
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
