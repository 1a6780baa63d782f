/// `--ref-prefix`: makes each `ref` a JSON string that begins with the prefix.
///
/// With the prefix `a-`, 7 becomes `"a-7"` and `"x"` becomes `"a-x"`. Values of other types
/// contribute their JSON text.
package struct ReferencePrefix: Sendable, Equatable {
  /// The opening quote and the escaped prefix.
  private let start: [UInt8]

  package init(_ text: String) {
    start = Self.quoted(Array(text.utf8)).dropLast()
  }

  /// - Parameter value: the item's `id`, `ref` or line number, as JSON.
  package func applied(to value: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    // The content of a string is kept escape for escape.
    return start + (value.first == quote ? Array(value) : Self.quoted(Array(value))).dropFirst()
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    text.withUnsafeBytes { JSONQuoting.append($0, to: &output) }
    return output
  }
}
