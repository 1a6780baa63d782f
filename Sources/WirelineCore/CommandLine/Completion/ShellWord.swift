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
