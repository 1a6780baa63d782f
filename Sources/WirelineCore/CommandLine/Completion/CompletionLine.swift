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
