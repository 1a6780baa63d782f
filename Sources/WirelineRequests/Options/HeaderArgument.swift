package import WirelineCore

/// A header field as it is typed: `Name: value`; `Name;` sends it empty, and
/// `Name:` not at all, though it would be otherwise.
package struct HeaderArgument: ArgumentValue, Equatable {
  package let name: String
  package let value: String
  /// Whether the field is not to be sent.
  package let isRemoval: Bool

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let field = Self.split(argument) else {
      throw InvalidArgument(expected: "a header field such as 'Accept: text/html'")
    }
    (name, value) = field
    isRemoval = value.isEmpty && !argument.hasSuffix(";")
    do throws(InvalidHeaderField) {
      try HeaderFields([HeaderFields.Field(name: name, value: value)]).validate()
    } catch {
      throw InvalidArgument(expected: "a header field: \(error.reason)")
    }
  }

  private static func split(_ text: String) -> (String, String)? {
    if let colon = text.firstIndex(of: ":") {
      let name = String(text[..<colon])
      return name.isEmpty ? nil : (name, text[text.index(after: colon)...].trimmingSpaces)
    }
    return text.hasSuffix(";") && text.utf8.count > 1 ? (String(text.dropLast()), "") : nil
  }
}
