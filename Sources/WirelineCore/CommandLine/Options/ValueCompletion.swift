/// What only a tool knows, such as names in its database.
package struct CustomCompletion: Sendable, Equatable {
  private let name: String
  let answer: @Sendable (CompletionScene, String) -> CompletionAnswer

  /// - Parameters:
  ///   - name: tells completions apart.
  ///   - answer: what is offered for the beginning of a value.
  package init(
    _ name: String, _ answer: @escaping @Sendable (CompletionScene, String) -> CompletionAnswer
  ) {
    self.name = name
    self.answer = answer
  }

  package static func == (one: CustomCompletion, other: CustomCompletion) -> Bool {
    one.name == other.name
  }
}

/// What a shell is to offer where a value is typed.
package enum ValueCompletion: Sendable, Equatable {
  /// Nothing: a value that nobody can guess, and that is no file.
  case nothing
  case files
  case directories
  /// A program, its arguments behind it.
  case commands
  case words(WordList)
  /// Words with commas between them.
  case list(WordList)
  /// What a value begins with; the rest is the user's.
  case beginnings(WordList)
  /// `@file`, or content.
  case content
  /// `name=@file`, `name=<file`, or content.
  case formPart
  /// `[METHOD] URL [ITEM…]`.
  case requestWords
  /// Whatever a tool says.
  case custom(CustomCompletion)

  /// The words of an enumeration.
  package static func choices<Choice: ChoiceArgument>(
    _ name: String, _ type: Choice.Type
  ) -> ValueCompletion {
    .words(WordList(name, plain: { Choice.choices }))
  }
}
