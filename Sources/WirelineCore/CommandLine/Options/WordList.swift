/// Words that a value may be, made when a shell asks for them and at no other time.
package struct WordList: Sendable, Equatable {
  /// One word, and what is to be said of it where the shell shows such a thing.
  package struct Word: Sendable, Equatable {
    package let text: String
    package let note: String?

    package init(_ text: String, _ note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  private let name: String
  private let make: @Sendable (CompletionScene) -> [Word]

  /// - Parameter name: tells lists apart.
  package init(_ name: String, _ make: @escaping @Sendable (CompletionScene) -> [Word]) {
    self.name = name
    self.make = make
  }

  /// Words that speak for themselves.
  package init(_ name: String, plain words: @escaping @Sendable () -> [String]) {
    self.init(name) { _ in words().map { Word($0) } }
  }

  func words(_ scene: CompletionScene) -> [Word] { make(scene) }

  package static func == (one: WordList, other: WordList) -> Bool { one.name == other.name }
}
