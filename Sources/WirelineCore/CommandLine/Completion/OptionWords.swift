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
        words += table.letters(of: option).map { WordList.Word("-\($0)", option.note) }
      }
      words.append(WordList.Word("--\(option.name)", option.note))
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

extension OptionDeclaration {
  /// The help as it stands beside the name.
  fileprivate var note: String { defaultText.map { "\(help) (default: \($0))" } ?? help }
}
