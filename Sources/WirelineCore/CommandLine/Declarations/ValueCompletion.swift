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

extension WordList {
  /// The word that takes a limit away, beside the values that nobody can guess.
  package static let none = WordList("none", plain: { ["none"] })

  /// The tolerances that are words, beside shares and numbers.
  static let tolerances = WordList("tolerances", plain: { ["all", "none"] })

  /// Request methods, RFC 9110 §9.3 and RFC 5789.
  package static let methods = WordList("methods") { _ in
    [
      Word("GET"), Word("POST"), Word("PUT"), Word("PATCH"), Word("DELETE"), Word("HEAD"),
      Word("OPTIONS"), Word("TRACE"),
    ]
  }

  /// The beginnings of the header fields that people set by hand.
  package static let headerFields = WordList(
    "header fields",
    plain: {
      [
        "Accept:", "Accept-Encoding:", "Accept-Language:", "Authorization:", "Cache-Control:",
        "Content-Type:", "Cookie:", "If-Match:", "If-Modified-Since:", "If-None-Match:", "Origin:",
        "Prefer:", "Range:", "Referer:", "User-Agent:", "X-Requested-With:",
      ]
    })

  package static let errorCodes = WordList(
    "error codes", plain: { ErrorCode.allCases.map(\.rawValue) })
}

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
