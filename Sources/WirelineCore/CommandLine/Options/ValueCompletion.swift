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
  /// A city's name, out of the local database.
  case city

  /// The words of an enumeration.
  package static func choices<Choice: ChoiceArgument>(
    _ name: String, _ type: Choice.Type
  ) -> ValueCompletion {
    .words(WordList(name, plain: { Choice.choices }))
  }
}
