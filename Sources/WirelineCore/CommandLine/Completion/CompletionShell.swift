/// A shell with completion, and the protocol of its script.
///
/// The scripts do not know a tool's options. They send the command line to the tool's stdin, not in
/// its arguments, which other users can read: it may contain a password.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The first argument of a request; options begin with two dashes at most.
  static let flag = "---complete"

  /// A request: words that end with NUL.
  struct Request: Equatable, Sendable {
    var words: [String]
    var current: String
    /// The part of `current` that the shell keeps: Bash splits words at `=`, `:` and `@`.
    var kept = ""
  }

  /// - Returns: nil for a malformed request.
  func request(_ bytes: [UInt8]) -> Request? {
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
    let replaced = self == .bash && !fields.isEmpty ? fields.removeFirst() : nil
    guard let raw = fields.popLast() else { return nil }
    // Fish removes the quotes of whole words itself.
    let words = self == .fish ? fields : fields.map(ShellWord.plain)
    var request = Request(words: words, current: ShellWord.plain(raw))
    if let replaced, raw.hasSuffix(replaced) {
      request.kept = ShellWord.plain(String(raw.dropLast(replaced.count)))
    }
    return request
  }

  func text(_ result: CompletionResult, _ request: Request) -> String {
    self == .bash ? bash(result, request) : annotated(result, request)
  }

  /// Bash needs the replacement for the part after `kept`, already filtered.
  private func bash(_ result: CompletionResult, _ request: Request) -> String {
    let typed = String(request.current.dropFirst(result.prefix.count))
    let isAhead = result.prefix.hasPrefix(request.kept)
    let prefix = isAhead ? String(result.prefix.dropFirst(request.kept.count)) : ""
    // The shell may split the value itself, such as `New York: `.
    let cut = isAhead ? 0 : request.kept.count - result.prefix.count
    let words = result.filtered(by: typed).words.map { prefix + $0.text.dropFirst(cut) }
    return ([result.kind.rawValue, prefix] + words.map(Self.line)).lines
  }

  /// Zsh and fish filter the words themselves and show notes. Fish does not ignore accents.
  private func annotated(_ result: CompletionResult, _ request: Request) -> String {
    let head = result.kind.rawValue + (self == .zsh ? "\t\(result.heading)" : "")
    let typed = String(request.current.dropFirst(result.prefix.count))
    let words = result.words.map { word in
      let text = self == .fish ? result.continued?(typed, word.text) ?? word.text : word.text
      return Self.line(text) + (word.note.map { "\t" + Self.line($0) } ?? "")
    }
    return ([head, result.prefix] + words).lines
  }

  /// Removes control characters, such as line feeds in names from a file.
  private static func line(_ text: String) -> String {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
  }
}

extension [String] {
  fileprivate var lines: String { map { $0 + "\n" }.joined() }
}
