internal import Synchronization

/// Words that a value may be, made when somebody asks.
package struct WordList: Sendable, Equatable {
  private let name: String
  package let words: @Sendable () -> [String]

  /// Whether the run is to tell of them: for a completion script. ArgumentParser
  /// wants them at once, and in any other run nobody looks.
  static var isWanted: Bool { wanted.load(ordering: .relaxed) }

  static func want() { wanted.store(true, ordering: .relaxed) }

  private static let wanted = Atomic(false)

  /// - Parameter name: tells lists apart.
  package init(_ name: String, _ words: @escaping @Sendable () -> [String]) {
    self.name = name
    self.words = words
  }

  package static func == (one: WordList, other: WordList) -> Bool { one.name == other.name }
}
