/// Decides what can stand at the cursor of a tool's command line.
struct CompletionSource {
  let table: OptionTable
  let line: CompletionLine
  let scene: CompletionScene
  /// What the tool says of a value; nil leaves it to the declaration.
  let toolValues: (OptionDeclaration) -> ValueCompletion?

  var answer: CompletionAnswer {
    switch line.place {
    case .nothing: CompletionAnswer()
    case .option:
      CompletionAnswer(
        kind: .words, heading: "option",
        words: OptionWords(table: table, given: scene.given).words(beginning: line.current))
    case .value(let option, let start):
      value(of: option, from: start, operand: 0)
    case .operand(let number): operand(number)
    }
  }

  private func operand(_ number: Int) -> CompletionAnswer {
    let operands = table.declarations.filter(\.isOperand)
    guard
      let option = number < operands.count
        ? operands[number] : operands.last(where: { $0.form == .operands })
    else { return CompletionAnswer() }
    return value(of: option, from: 0, operand: number)
  }

  /// - Parameter start: where in the word the value begins.
  private func value(
    of option: OptionDeclaration, from start: Int, operand: Int
  ) -> CompletionAnswer {
    let text = String(line.current.dropFirst(start))
    var answer =
      switch toolValues(option) ?? option.values {
      case .nothing: CompletionAnswer()
      case .files: CompletionAnswer(kind: .files)
      case .directories: CompletionAnswer(kind: .directories)
      case .commands: text.contains(" ") ? CompletionAnswer() : CompletionAnswer(kind: .commands)
      case .words(let list): CompletionAnswer(kind: .words, words: list.words(scene))
      case .beginnings(let list): CompletionAnswer(kind: .beginnings, words: list.words(scene))
      case .list(let list): Self.list(list.words(scene), text)
      case .content: FileReference.content(text)
      case .formPart: FileReference.formPart(text)
      case .requestWords: requestWord(text, operand)
      case .custom(let custom): custom.answer(scene, text)
      }
    answer.prefix = line.current.prefix(start) + answer.prefix
    answer.heading = option.valueName ?? option.name
    return answer
  }

  /// What follows the last comma, of the words that are not there yet.
  private static func list(_ words: [WordList.Word], _ text: String) -> CompletionAnswer {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let before = parts.dropLast()
    return CompletionAnswer(
      kind: .list, prefix: before.map { $0 + "," }.joined(),
      words: words.filter { !before.contains($0.text) })
  }

  /// `[METHOD] URL [ITEM…]`
  private func requestWord(_ text: String, _ operand: Int) -> CompletionAnswer {
    let methods = WordList.methods.words(scene)
    if operand == 0 { return CompletionAnswer(kind: .words, words: methods) }
    let isURL = operand == 1 && methods.contains { $0.text == line.scan.operands.first }
    return isURL ? CompletionAnswer() : FileReference.item(text)
  }
}

/// A command line that somebody is typing, up to the cursor: whole words, and the beginning of one.
struct CompletionLine: Sendable {
  /// What stands at the cursor.
  enum Place: Equatable, Sendable {
    /// An option's name.
    case option
    /// An option's value, which begins so many characters into the word.
    case value(OptionDeclaration, start: Int)
    /// The operand of this number, from 0.
    case operand(Int)
    /// A flag with a value behind a `=`, or an option that there is not.
    case nothing
  }

  /// The whole words.
  let scan: ArgumentScan
  /// The beginning of the word at the cursor, without the shell's quotes.
  let current: String
  let place: Place

  init(_ words: [String], current: String, _ table: OptionTable) {
    scan = ArgumentScan(words, table)
    self.current = current
    place = Self.place(current, scan, table)
  }

  private static func place(_ word: String, _ scan: ArgumentScan, _ table: OptionTable) -> Place {
    if let option = scan.pending { return .value(option, start: 0) }
    if scan.hasTerminator || !word.hasPrefix("-") { return .operand(scan.operands.count) }
    return word.hasPrefix("--") ? long(word, table) : short(word, table)
  }

  private static func long(_ word: String, _ table: OptionTable) -> Place {
    guard let sign = word.firstIndex(of: "=") else { return .option }
    guard let option = table.match(long: word[..<sign].dropFirst(2))?.option,
      option.valueName != nil
    else { return .nothing }
    return .value(option, start: word.distance(from: word.startIndex, to: sign) + 1)
  }

  /// `-Xvalue`, `-X=value`, flags before it or none.
  private static func short(_ word: String, _ table: OptionTable) -> Place {
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

/// The names of options that may follow.
struct OptionWords {
  let table: OptionTable
  /// The names of those that are there.
  let given: Set<String>

  /// - Parameter text: the beginning of the word; letters only while it is a single dash, and what
  ///   begins with `no-` only to who asks for it, or every second option would be one of these.
  func words(beginning text: String) -> [WordList.Word] {
    var words: [WordList.Word] = []
    for option in table.declarations where !option.isOperand && isWanted(option) {
      if !text.hasPrefix("--") {
        words += option.short.map { [WordList.Word("-\($0)", option.fullHelp)] } ?? []
      }
      words.append(WordList.Word("--\(option.name)", option.fullHelp))
      if let inverse = option.inverse, !inverse.hasPrefix("no-") || text.hasPrefix("--n") {
        words.append(WordList.Word("--\(inverse)", "the opposite of --\(option.name)"))
      }
    }
    return words + Self.builtIn(isLong: text.hasPrefix("--"))
  }

  /// One that is there need not come again, unless it is a list or counted.
  private func isWanted(_ option: OptionDeclaration) -> Bool {
    switch option.form {
    case .list, .count: true
    default: !given.contains(option.name)
    }
  }

  private static func builtIn(isLong: Bool) -> [WordList.Word] {
    let letter = isLong ? [] : [WordList.Word("-h", "show the help")]
    return letter + [
      WordList.Word("--help", "show the help"), WordList.Word("--version", "show the version"),
    ]
  }
}

/// Files that are named inside a word, behind a sign.
enum FileReference {
  /// `@file`.
  static func content(_ text: String) -> CompletionAnswer { files(text, behind: ["@"], at: 0) }

  /// `name=@file` and `name=<file`.
  static func formPart(_ text: String) -> CompletionAnswer {
    let name = text.prefix { $0 != "=" }
    return files(text, behind: ["=@", "=<"], at: name.count)
  }

  /// `name@file`, `name=@file` and `name:=@file`: the sign that comes first decides, as in
  /// `RequestItem`.
  static func item(_ text: String) -> CompletionAnswer {
    let name = text.prefix { !":=@".contains($0) }
    if name.isEmpty { return CompletionAnswer() }
    return files(text, behind: ["@", "=@", ":=@"], at: name.count)
  }

  private static func files(
    _ text: String, behind signs: [String], at offset: Int
  ) -> CompletionAnswer {
    let rest = text.dropFirst(offset)
    guard let sign = signs.first(where: rest.hasPrefix) else { return CompletionAnswer() }
    return CompletionAnswer(kind: .files, prefix: text.prefix(offset) + sign)
  }
}
