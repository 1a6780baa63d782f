/// Splits a command line into options and operands.
///
/// Follows getopt_long(3): `--name value`, `--name=value`, `-x value`, `-xvalue`, `-abc`, `--`,
/// options after operands, a lone `-` as an operand, values that begin with a dash. Unlike getopt,
/// it rejects abbreviated names, `-x=value` means `value`, and `-33.8,151.2` is an operand.
struct ArgumentScan: Sendable {
  private(set) var occurrences: [GivenArguments.Occurrence] = []
  private(set) var operands: [String] = []
  private(set) var error: UsageError?
  /// The name or letter of the first unknown option.
  private(set) var unknown: String?
  private(set) var wantsHelp = false
  private(set) var wantsShortHelp = false
  private(set) var wantsVersion = false
  /// The value of `--generate-completion-script`; empty if missing.
  private(set) var scriptShell: String?
  private(set) var pending: OptionDeclaration?
  private(set) var hasTerminator = false
  /// The command lines of the runs before this one.
  private(set) var earlier: [ArgumentScan] = []
  private var stopOption: String?
  /// Options that give a run its input; nil if there is one run.
  private var inputs: Set<String>?
  private let table: OptionTable
  /// The number of nested substitutions.
  private var depth = 0
  private static let maximumDepth = 10

  init(_ arguments: [String], _ table: OptionTable) {
    self.table = table
    var rest = arguments[...]
    while let word = rest.popFirst() { scan(word, &rest) }
    if let inputs, !hasInput(inputs) { fail("missing URL after --next") }
  }

  private func hasInput(_ options: Set<String>) -> Bool {
    !operands.isEmpty || !givenNames.isDisjoint(with: options)
  }

  func contains(_ option: OptionDeclaration) -> Bool {
    option.isOperand
      ? !operands.isEmpty : occurrences.contains { $0.option.name == option.name }
  }

  var stopsAtFailure: Bool { occurrences.contains { $0.option.name == stopOption } }

  var givenNames: Set<String> { Set(occurrences.map(\.option.name)) }

  private mutating func scan(_ word: String, _ rest: inout ArraySlice<String>) {
    if word == "--" {
      hasTerminator = true
      operands += rest
      rest = []
    } else if word.hasPrefix("--") {
      scanLong(word.dropFirst(2), &rest)
    } else if word.hasPrefix("-"), word != "-", !isCoordinatePair(word) {
      scanShort(word, &rest)
    } else {
      operands.append(word)
    }
  }

  private mutating func scanLong(_ word: Substring, _ rest: inout ArraySlice<String>) {
    let name = word.prefix { $0 != "=" }
    let value = name.endIndex < word.endIndex ? String(word[name.endIndex...].dropFirst()) : nil
    guard let (option, isInverse) = table.match(long: name) else {
      return scanBuiltIn(name, value: value, rest: &rest)
    }
    switch option.form {
    case .flag, .count, .operand, .operands:
      if let value { return fail("--\(name) does not take a value, but got \"\(value)\"") }
      append(option, isInverse: isInverse, nil)
    case .optionalValue(_, let bare): append(option, value ?? bare)
    case .value, .list: appendValued(option, value ?? rest.popFirst())
    }
  }

  private mutating func scanBuiltIn(
    _ name: Substring, value: String?, rest: inout ArraySlice<String>
  ) {
    switch name {
    case "help": wantsHelp = true
    case "version": wantsVersion = true
    case "generate-completion-script": scriptShell = value ?? rest.popFirst() ?? ""
    default:
      if let substitute = table.substitute("--\(name)") {
        return scan(substitute, for: "--\(name)") { value ?? rest.popFirst() }
      }
      let nearest = table.nearest(to: name).map { "did you mean \"--\($0)\"?" }
      unknown = unknown ?? String(name)
      fail("unknown option \"--\(name)\"", hint: nearest)
    }
  }

  /// Whether a word is a pair of numbers rather than options, such as `-33.8,151.2`.
  private func isCoordinatePair(_ word: String) -> Bool {
    let numbers = word.split(whereSeparator: { $0 == "," || $0 == " " })
    return numbers.count == 2 && numbers.allSatisfy { Self.isDecimal($0) }
      && word.dropFirst().first.flatMap { table.match(short: $0) } == nil
  }

  /// Whether a text is a number without an exponent, such as `-33.8`.
  private static func isDecimal(_ text: Substring) -> Bool {
    Double(text) != nil && text.allSatisfy { "0123456789.+-".contains($0) }
  }

  private mutating func scanShort(_ word: String, _ rest: inout ArraySlice<String>) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.match(short: letter) else {
        switch letter {
        case "h": wantsShortHelp = true
        case "V": wantsVersion = true
        default:
          if let substitute = table.substitute("-\(letter)") {
            scan(substitute, for: "-\(letter)") {
              defer { letters = "" }
              return letters.isEmpty ? rest.popFirst() : Self.joined(letters)
            }
            continue
          }
          unknown = unknown ?? String(letter)
          let hint = "\"--\" makes the words after it operands"
          let option = letter == "-" ? "\"-\" in \"\(word)\"" : "\"-\(letter)\""
          return fail("unknown option \(option)", hint: letter.isNumber ? hint : nil)
        }
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

  /// - Parameter value: the value of the option, called if it needs one.
  private mutating func scan(
    _ substitute: OptionSubstitute, for option: String, value: () -> String?
  ) {
    switch substitute {
    case .next(let kept, let stopOption, let inputs):
      guard hasInput(inputs) else {
        // As in curl, a file of options may begin with `next`.
        if depth == 0 { fail("missing URL before \(option)") }
        return
      }
      (self.stopOption, self.inputs) = (stopOption, inputs)
      earlier.append(self)
      earlier[earlier.count - 1].earlier = []
      occurrences.removeAll { !kept.contains($0.option.name) }
      operands = []
    case .withdrawal(let name): occurrences.removeAll { $0.option.name == name }
    case .unavailable(let reason, let needsValue):
      if needsValue { _ = value() }
      fail("\(option) is not available", hint: reason)
    case .words(let make, let needsValue):
      guard let value = needsValue ? value() : "" else { return fail("missing value: \(option)") }
      depth += 1
      defer { depth -= 1 }
      do throws(UsageError) {
        guard depth < Self.maximumDepth else { throw UsageError("too many nested \(option)") }
        for line in try make(value) {
          var words = line[...]
          // Ends at the first error, because a file may name itself many times.
          while self.error == nil, let word = words.popFirst() { scan(word, &words) }
        }
      } catch {
        self.error = self.error ?? error
      }
    }
  }

  private static func joined(_ letters: Substring) -> String {
    String(letters.first == "=" ? letters.dropFirst() : letters)
  }

  private mutating func appendValued(_ option: OptionDeclaration, _ value: String?) {
    if let value { return append(option, value) }
    pending = option
    fail("missing value: --\(option.name) <\(option.valueName ?? "value")>")
  }

  private mutating func fail(_ message: String, hint: String? = nil) {
    error = error ?? UsageError(message, hint: hint)
  }

  private mutating func append(
    _ option: OptionDeclaration, isInverse: Bool = false, _ value: String?
  ) {
    occurrences.append(
      GivenArguments.Occurrence(option: option, isInverse: isInverse, value: value))
  }
}

/// Looks up the declared options of a command.
struct OptionTable: Sendable {
  let declarations: [OptionDeclaration]
  let substitute: OptionSubstitute.Lookup

  init(
    _ declarations: [OptionDeclaration],
    substitute: @escaping OptionSubstitute.Lookup = { _ in nil }
  ) {
    self.declarations = declarations
    self.substitute = substitute
  }

  func match(long name: Substring) -> (option: OptionDeclaration, isInverse: Bool)? {
    for option in declarations where !option.isOperand {
      if option.name == name { return (option, false) }
      if let inverse = option.inverse, inverse == name { return (option, true) }
      if let alias = option.alias, alias == name { return (option, option.inverse != nil) }
    }
    return nil
  }

  func match(short letter: Character) -> OptionDeclaration? {
    declarations.first { $0.short == letter }
  }

  func nearest(to name: Substring) -> String? {
    let names = declarations.filter { !$0.isOperand && !$0.help.isEmpty }.flatMap {
      [$0.name, $0.inverse]
    }
    let known = names.compactMap(\.self) + ["help", "version"]
    // `--sort` for `--sort-by`.
    let longer = known.filter { $0.hasPrefix(name + "-") }
    return Suggestion.nearest(to: String(name), among: known)
      ?? (longer.count == 1 ? longer[0] : nil)
  }
}
