/// Which image an input item asks for: a plain line, or a record's
/// `image_url`, else its `url`.
package struct ImageURLRecord: Sendable {
  private enum Field: Int, CaseIterable { case image_url, url, priority }

  /// The members that `init(_:)` reads, in the order it expects them.
  package static let names = Field.allCases.map { "\($0)" }

  /// As given; without its password if it has one.
  package let text: String
  package let url: RequestURL
  package let priority: Int

  package init(_ item: InputItem) throws(RecordFault) {
    guard let object = item.object else {
      url = try Self.parse(item.text)
      text = Self.shown(item.text, url)
      priority = 0
      return
    }
    let fields = RecordFields(object, names: Self.names)
    // A blank image_url means "no image", not "look elsewhere".
    let field: Field = object[Field.image_url.rawValue] != nil ? .image_url : .url
    guard let text = try fields.string(field.rawValue), !text.trimmingSpaces.isEmpty else {
      throw .missingURL(field: "\(field)")
    }
    url = try Self.parse(text.trimmingSpaces)
    self.text = Self.shown(text, url)
    priority = try fields.priority(Field.priority.rawValue) ?? 0
  }

  private static func shown(_ text: String, _ url: RequestURL) -> String {
    url.userInformation == nil ? text : url.text
  }

  private static func parse(_ text: String) throws(RecordFault) -> RequestURL {
    do throws(InvalidURL) {
      return try RequestURL(text)
    } catch {
      throw .invalidURL(error)
    }
  }
}
