/// The text is not JSON.
package struct StrictJSONError: Error, CustomStringConvertible {
  package let reason: String
  /// The offset in bytes.
  package let offset: Int

  package var description: String { "\(reason) at byte \(offset)" }
}
