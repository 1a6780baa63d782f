/// The words of a command line, taken apart by the declared options, before ArgumentParser sees
/// them: which options were given decides which variables and keys are looked at.
///
/// ArgumentParser then gets every option in one form, so that none of its traps is left: a value
/// that begins with a dash, an optional value, a short letter with its value joined on.
struct ArgumentScan: Sendable {
  /// An option that was given.
  struct Occurrence: Equatable, Sendable {
    let option: OptionDeclaration
    /// `--no-name`, or what else the inverse is called.
    let isInverse: Bool
    /// Nil for flags, and where the value is missing.
    let value: String?

    /// As it is called: `no-summary` for the inverse of `summary`.
    var name: String { isInverse ? option.inverse ?? option.name : option.name }

    /// The one form that ArgumentParser is given, whatever was typed: a value that begins with a
    /// dash is then no trap. Nor is an empty one: of `--name=` it would take the next word.
    var arguments: [String] {
      guard let value else { return ["--\(name)"] }
      return value.isEmpty ? ["--\(name)", ""] : ["--\(name)=\(value)"]
    }
  }

  private(set) var occurrences: [Occurrence] = []
  private(set) var operands: [String] = []
  /// The first thing that is wrong with an option's name or form.
  private(set) var fault: UsageError?
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  /// A request that ArgumentParser answers itself: its own description of a tool.
  private(set) var wantsParserText = false
  /// The shell that a completion script is wanted for; empty where it is not said.
  private(set) var scriptShell: String?
  /// The option at the end whose value is missing.
  private(set) var pending: OptionDeclaration?
  /// Whether there was a `--`, behind which all words are operands.
  private(set) var hasTerminator = false
  private let table: OptionTable

  init(_ arguments: [String], _ table: OptionTable) {
    self.table = table
    var rest = arguments[...]
    while let word = rest.popFirst() { take(word, &rest) }
  }

  /// Whether the command line itself gives this option or operand.
  func contains(_ option: OptionDeclaration) -> Bool {
    option.isOperand
      ? !operands.isEmpty : occurrences.contains { $0.option.name == option.name }
  }

  /// The options that the command line gives, by name.
  var givenNames: Set<String> { Set(occurrences.map(\.option.name)) }

  /// The options that those of the command line exclude.
  var excludedNames: Set<String> { Self.excludedNames(occurrences) }

  /// The options that these exclude; one that says no excludes nothing.
  static func excludedNames(_ occurrences: [Occurrence]) -> Set<String> {
    Set(occurrences.filter { !$0.isInverse }.flatMap(\.option.excluded))
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) {
    if word == "--" {
      hasTerminator = true
      operands += rest
      rest = []
    } else if word.hasPrefix("--") {
      takeLong(word.dropFirst(2), &rest)
    } else if word.hasPrefix("-"), word != "-" {
      takeShort(word, &rest)
    } else {
      operands.append(word)
    }
  }

  private mutating func takeLong(_ word: Substring, _ rest: inout ArraySlice<String>) {
    let name = word.prefix { $0 != "=" }
    let value = name.endIndex < word.endIndex ? String(word[name.endIndex...].dropFirst()) : nil
    guard let (option, isInverse) = table.match(long: name) else {
      return takeBuiltIn(name, value, &rest)
    }
    switch option.form {
    case .flag, .count, .operand, .operands:
      if let value { return fail("--\(name) takes no value, but \"\(value)\" was given") }
      append(option, isInverse: isInverse, nil)
    case .optionalValue(_, let bare): append(option, value ?? bare)
    case .value, .list: appendValued(option, value ?? rest.popFirst())
    }
  }

  private mutating func takeBuiltIn(
    _ name: Substring, _ value: String?, _ rest: inout ArraySlice<String>
  ) {
    switch name {
    case "help": wantsHelp = true
    case "version": wantsVersion = true
    case "generate-completion-script": scriptShell = value ?? rest.popFirst() ?? ""
    case "experimental-dump-help": wantsParserText = true
    default:
      let nearest = table.nearest(to: name)
      fail("unknown option \"--\(name)\"", hint: nearest.map { "did you mean \"--\($0)\"?" })
    }
  }

  /// One letter, several flags in a row, or a letter with its value joined on.
  private mutating func takeShort(_ word: String, _ rest: inout ArraySlice<String>) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.match(short: letter) else {
        if letter != "h" { return fail("unknown option \"-\(letter)\"") }
        wantsHelp = true
        continue
      }
      switch option.form {
      case .flag, .count, .operand, .operands: append(option, nil)
      case .optionalValue(_, let bare):
        append(option, letters.isEmpty ? bare : Self.joined(letters))
        return
      case .value, .list:
        appendValued(option, letters.isEmpty ? rest.popFirst() : Self.joined(letters))
        return
      }
    }
  }

  /// `-j4` and `-j=4`.
  private static func joined(_ letters: Substring) -> String {
    String(letters.first == "=" ? letters.dropFirst() : letters)
  }

  private mutating func appendValued(_ option: OptionDeclaration, _ value: String?) {
    if let value { return append(option, value) }
    pending = option
    fail("--\(option.name) needs a value: --\(option.name) <\(option.valueName ?? "value")>")
  }

  private mutating func fail(_ message: String, hint: String? = nil) {
    fault = fault ?? UsageError(message, hint: hint)
  }

  private mutating func append(
    _ option: OptionDeclaration, isInverse: Bool = false, _ value: String?
  ) {
    occurrences.append(Occurrence(option: option, isInverse: isInverse, value: value))
  }
}
