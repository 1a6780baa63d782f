/// What can stand where the cursor is.
package struct CompletionAnswer: Sendable {
  /// What the shell is to do; the raw value is what its script is told.
  package enum Kind: String, Sendable {
    case nothing
    /// The shell finds them itself.
    case files, directories, commands
    /// One of the words, and then a space.
    case words
    /// A word to which something is joined.
    case beginnings
    /// A word to which another may be joined with a comma.
    case list
    /// Names whose case and accents need not be those that were typed.
    case names
  }

  var kind = Kind.nothing
  /// What of the word at the cursor stays in front: `--format=`, `name@`, `jpeg,`.
  var prefix = ""
  /// What the words are, for the shells that say it.
  var heading = ""
  /// Without the prefix.
  var words: [WordList.Word] = []
  /// A word of `names` for a shell that wants the letters that were typed in front, case aside.
  var continued: (@Sendable (_ typed: String, _ word: String) -> String)?

  package init(
    kind: Kind = .nothing, prefix: String = "", heading: String = "",
    words: [WordList.Word] = [],
    continued: (@Sendable (_ typed: String, _ word: String) -> String)? = nil
  ) {
    self.kind = kind
    self.prefix = prefix
    self.heading = heading
    self.words = words
    self.continued = continued
  }

  /// Only what begins with a text, case aside: for a shell that does not look itself.
  func filtered(by text: String) -> CompletionAnswer {
    if kind == .names { return self }
    let start = text.lowercased()
    var answer = self
    answer.words = words.filter { $0.text.lowercased().hasPrefix(start) }
    return answer
  }
}

/// What is known of a run that is not yet one: the command line so far, and what stands around it.
package struct CompletionScene: Sendable {
  package let environment: Environment
  /// The names of the options that are on the command line.
  package let given: Set<String>
  /// The value that an option has, by the command line or what a run would read besides.
  private let value: @Sendable (_ option: String) -> String?

  init(
    _ environment: Environment, given: Set<String>,
    value: @escaping @Sendable (_ option: String) -> String?
  ) {
    self.environment = environment
    self.given = given
    self.value = value
  }

  /// The path that an option names; `~` is the home directory, as it will be once the shell has
  /// read the line.
  package func path(of option: String) -> String? {
    guard let path = value(option) else { return nil }
    guard path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else { return path }
    return home + path.dropFirst()
  }
}
