/// Words that a value may be, made when somebody asks.
package struct WordList: Sendable, Equatable {
  private let name: String
  package let words: @Sendable () -> [String]

  /// - Parameter name: tells lists apart.
  package init(_ name: String, _ words: @escaping @Sendable () -> [String]) {
    self.name = name
    self.words = words
  }

  package static func == (one: WordList, other: WordList) -> Bool { one.name == other.name }
}
