/// A shell that completes: what its script asks, and what it is told.
///
/// The scripts know nothing of a tool's options. They ask the tool itself, on its stdin and not in
/// its arguments, which everybody on the machine may read: there may be a password on the line.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The first argument that asks; no option begins with three dashes.
  static let flag = "---complete"

  /// A question: words that end in NUL each.
  struct Question: Equatable, Sendable {
    /// Without the tool's name, and without quotes.
    var words: [String]
    /// The beginning of the word at the cursor, without quotes.
    var current: String
    /// What of it the shell leaves as it is: Bash cuts words at `=`, `:` and `@`.
    var kept = ""
  }

  /// - Returns: nil for what no script of ours asks.
  func question(_ bytes: [UInt8]) -> Question? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    let replaced = self == .bash && !fields.isEmpty ? fields.removeFirst() : nil
    guard let raw = fields.popLast() else { return nil }
    // Fish takes the quotes off whole words itself.
    let words = self == .fish ? fields : fields.map(ShellWord.plain)
    var question = Question(words: words, current: ShellWord.plain(raw))
    if let replaced, raw.hasSuffix(replaced) {
      question.kept = ShellWord.plain(String(raw.dropLast(replaced.count)))
    }
    return question
  }

  /// The lines that the script reads: what to do, the prefix, and the words.
  func text(_ answer: CompletionAnswer, _ question: Question) -> String {
    self == .bash ? bash(answer, question) : noted(answer, question)
  }

  /// Bash is given what is to stand in the place of the part that it replaces.
  private func bash(_ answer: CompletionAnswer, _ question: Question) -> String {
    let typed = String(question.current.dropFirst(answer.prefix.count))
    let isAhead = answer.prefix.hasPrefix(question.kept)
    let prefix = isAhead ? String(answer.prefix.dropFirst(question.kept.count)) : ""
    // Where the shell's cut lies within the value itself: a city's `New York: `, say.
    let cut = isAhead ? 0 : question.kept.count - answer.prefix.count
    let words = answer.filtered(by: typed).words.map { prefix + $0.text.dropFirst(cut) }
    return ([answer.kind.rawValue, prefix] + words.map(Self.line)).lines
  }

  /// The others match by rules of their own, and show what is said of a word. Those of fish know
  /// nothing of accents.
  private func noted(_ answer: CompletionAnswer, _ question: Question) -> String {
    let head = answer.kind.rawValue + (self == .zsh ? "\t\(answer.heading)" : "")
    let typed = String(question.current.dropFirst(answer.prefix.count))
    let words = answer.words.map { word in
      let text = self == .fish ? answer.continued?(typed, word.text) ?? word.text : word.text
      return Self.line(text) + (word.note.map { "\t" + Self.line($0) } ?? "")
    }
    return ([head, answer.prefix] + words).lines
  }

  /// A name out of a file may hold anything; a line is one.
  private static func line(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
  }
}

extension [String] {
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}

/// A word as it stands on a shell's command line.
enum ShellWord {
  /// The word without its quotes and backslashes. Nothing is put in the place of `$name` and
  /// `$(…)`: to complete a line must not run what is on it.
  static func plain(_ raw: String) -> String {
    var plain = ""
    var quote: Character?
    var rest = raw[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""): rest.popFirst().map { plain.append($0) }
      case ("'", nil), ("\"", nil): quote = character
      case (let end, let open?) where end == open: quote = nil
      default: plain.append(character)
      }
    }
    return plain
  }
}
