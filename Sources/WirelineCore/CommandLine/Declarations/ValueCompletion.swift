/// The completion of a value by a shell.
package enum ValueCompletion: Sendable {
  case nothing
  case files
  case directories
  case commands
  case words(WordList)
  case list(WordList)
  /// Prefixes that the user continues, such as `Accept:`.
  case beginnings(WordList)
  /// Candidates that a tool computes for the beginning of a value, such as names in its database.
  case custom(@Sendable (CompletionContext, String) -> CompletionResult)

  package static func choices<Choice: ChoiceArgument>(_ type: Choice.Type) -> ValueCompletion {
    .words(WordList(plain: Choice.choices))
  }
}

/// The possible words of a value, created only when a shell requests them.
package struct WordList: Sendable {
  /// A word and a description, which some shells show.
  package struct Word: Sendable, Equatable {
    package let text: String
    package let note: String?

    package init(_ text: String, _ note: String? = nil) {
      self.text = text
      self.note = note
    }
  }

  private let make: @Sendable (CompletionContext) -> [Word]

  package init(_ make: @escaping @Sendable (CompletionContext) -> [Word]) { self.make = make }

  package init(plain words: @autoclosure @escaping @Sendable () -> [String]) {
    self.init { _ in words().map { Word($0) } }
  }

  func words(_ context: CompletionContext) -> [Word] { make(context) }

  package static let none = WordList(plain: ["none"])

  static let tolerances = WordList(plain: ["all", "none"])

  package static let errorCodes = WordList(plain: ErrorCode.allCases.map(\.rawValue))
}

/// The candidates for the word at the cursor.
package struct CompletionResult: Sendable {
  /// The shell's task. The raw value is part of the protocol with the completion scripts.
  package enum Kind: String, Sendable {
    case nothing
    case files, directories, commands
    case words
    /// Prefixes that the user continues.
    case beginnings
    case list
    /// Names that may differ from the typed text in case and accents.
    case names
  }

  var kind = Kind.nothing
  /// The part of the word at the cursor before the candidates: `--format=`, `name@`, `jpeg,`.
  var prefix = ""
  var heading = ""
  var words: [WordList.Word] = []
  /// Adapts a name so that it begins with the typed letters, for shells that require this.
  var continued: (@Sendable (_ typed: String, _ word: String) -> String)?

  package init(
    kind: Kind = .nothing, prefix: String = "", heading: String = "", words: [WordList.Word] = [],
    continued: (@Sendable (_ typed: String, _ word: String) -> String)? = nil
  ) {
    self.kind = kind
    self.prefix = prefix
    self.heading = heading
    self.words = words
    self.continued = continued
  }

  /// Keeps words that begin with a text, ignoring case, for shells that do not filter themselves.
  func filtered(by text: String) -> CompletionResult {
    if kind == .names { return self }
    let start = text.lowercased()
    var result = self
    result.words = words.filter { $0.text.lowercased().hasPrefix(start) }
    return result
  }
}

/// The context of a completion: the command line so far and its environment.
package struct CompletionContext: Sendable {
  package let environment: Environment
  /// The names of the options on the command line.
  package let given: Set<String>
  /// The operands before the cursor.
  package let operands: [String]
  let value: @Sendable (_ option: String) -> String?

  /// The path that an option names. Expands `~`, as the shell will.
  package func path(of option: String) -> String? {
    guard let path = value(option) else { return nil }
    guard path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else { return path }
    return home + path.dropFirst()
  }
}
