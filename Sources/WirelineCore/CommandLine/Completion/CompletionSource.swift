/// Finds the candidates at the cursor of a tool's command line.
struct CompletionSource {
  let table: OptionTable
  let line: CompletionLine
  let context: CompletionContext
  /// Returns the tool's completion of a value; nil to use that of the declaration.
  let toolValues: (OptionDeclaration) -> ValueCompletion?

  var candidates: CompletionResult {
    switch line.cursor {
    case .nothing: CompletionResult()
    case .option:
      CompletionResult(kind: .words, heading: "option", words: optionWords(beginning: line.current))
    case .value(let option, let start):
      value(of: option, from: start)
    case .operand(let number): operand(number)
    }
  }

  private func operand(_ number: Int) -> CompletionResult {
    let operands = table.declarations.filter(\.isOperand)
    guard
      let option = number < operands.count
        ? operands[number] : operands.last(where: { $0.form == .operands })
    else { return CompletionResult() }
    return value(of: option, from: 0)
  }

  private func value(of option: OptionDeclaration, from start: Int) -> CompletionResult {
    let text = String(line.current.dropFirst(start))
    var result =
      switch toolValues(option) ?? option.values {
      case .nothing: CompletionResult()
      case .files: CompletionResult(kind: .files)
      case .directories: CompletionResult(kind: .directories)
      case .commands: text.contains(" ") ? CompletionResult() : CompletionResult(kind: .commands)
      case .words(let list): CompletionResult(kind: .words, words: list.words(context))
      case .beginnings(let list): CompletionResult(kind: .beginnings, words: list.words(context))
      case .list(let list): Self.list(list.words(context), text)
      case .custom(let candidates): candidates(context, text)
      }
    result.prefix = line.current.prefix(start) + result.prefix
    result.heading = option.valueName ?? option.name
    return result
  }

  /// The words for the part after the last comma, except those that the list already has.
  private static func list(_ words: [WordList.Word], _ text: String) -> CompletionResult {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let before = parts.dropLast()
    return CompletionResult(
      kind: .list, prefix: before.map { $0 + "," }.joined(),
      words: words.filter { !before.contains($0.text) })
  }

  /// - Parameter text: the beginning of the word. Letters are offered only after a single dash, and
  ///   names that begin with `no-` only after `--n`: they would double the list.
  private func optionWords(beginning text: String) -> [WordList.Word] {
    var words: [WordList.Word] = []
    for option in table.declarations
    where !option.isOperand && !option.help.isEmpty && canFollow(option) {
      if !text.hasPrefix("--"), let letter = option.short {
        words.append(WordList.Word("-\(letter)", option.fullHelp))
      }
      words.append(WordList.Word("--\(option.name)", option.fullHelp))
      if let inverse = option.inverse, !inverse.hasPrefix("no-") || text.hasPrefix("--n") {
        words.append(WordList.Word("--\(inverse)", "Opposite of --\(option.name)"))
      }
    }
    if !text.hasPrefix("--") {
      words += [
        WordList.Word("-h", "Show the main options"), WordList.Word("-V", "Show the version"),
      ]
    }
    return words + [
      WordList.Word("--help", "Show the help"), WordList.Word("--version", "Show the version"),
    ]
  }

  private func canFollow(_ option: OptionDeclaration) -> Bool {
    switch option.form {
    case .list, .count: true
    default: !context.given.contains(option.name)
    }
  }
}

/// A command line up to the cursor: complete words, and the beginning of one.
struct CompletionLine: Sendable {
  /// The meaning of the word at the cursor.
  enum Cursor: Equatable, Sendable {
    case option
    /// The value of an option, which starts at this offset in the word.
    case value(OptionDeclaration, start: Int)
    /// The operand with this number, from 0.
    case operand(Int)
    /// The value of a flag or of an unknown option.
    case nothing
  }

  let scan: ArgumentScan
  let current: String
  let cursor: Cursor

  init(_ words: [String], current: String, _ table: OptionTable) {
    scan = ArgumentScan(words, table)
    self.current = current
    cursor = Self.cursor(in: current, after: scan, options: table)
  }

  private static func cursor(
    in word: String, after scan: ArgumentScan, options table: OptionTable
  ) -> Cursor {
    if let option = scan.pending { return .value(option, start: 0) }
    if scan.hasTerminator || !word.hasPrefix("-") { return .operand(scan.operands.count) }
    return word.hasPrefix("--") ? long(word, table) : short(word, table)
  }

  private static func long(_ word: String, _ table: OptionTable) -> Cursor {
    guard let sign = word.firstIndex(of: "=") else { return .option }
    guard let option = table.match(long: word[..<sign].dropFirst(2))?.option,
      option.valueName != nil
    else { return .nothing }
    return .value(option, start: word.distance(from: word.startIndex, to: sign) + 1)
  }

  private static func short(_ word: String, _ table: OptionTable) -> Cursor {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = table.match(short: letter) else { return .option }
      guard option.valueName != nil else { continue }
      if letters.isEmpty { return .option }
      let sign = letters.first == "=" ? 1 : 0
      return .value(option, start: word.count - letters.count + sign)
    }
    return .option
  }
}
