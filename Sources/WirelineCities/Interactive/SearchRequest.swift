/// A text to search for, and whether anybody still waits for what is found.
package struct SearchRequest: Sendable {
  /// As typed.
  package let text: String
  private let check: @Sendable () -> Bool

  package init(_ text: String, isSuperseded: @escaping @Sendable () -> Bool = { false }) {
    self.text = text
    check = isSuperseded
  }

  /// The text has changed meanwhile, or the screen is gone: a search that takes long may end, and
  /// what it returns is passed over.
  package var isSuperseded: Bool { check() }
}
