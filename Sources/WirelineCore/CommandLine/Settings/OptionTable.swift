/// A tool's declared options by their names.
struct OptionTable: Sendable {
  let declarations: [OptionDeclaration]
  private let aliases: [String: String]

  init(_ declarations: [OptionDeclaration], aliases: [String: String]) {
    self.declarations = declarations
    self.aliases = aliases
  }

  /// What `--name` means; nil where no such option is declared.
  func match(long name: Substring) -> (option: OptionDeclaration, isInverse: Bool)? {
    let name = aliases.isEmpty ? String(name) : aliases[String(name)] ?? String(name)
    for option in declarations where !option.isOperand {
      if option.name == name { return (option, false) }
      if option.inverse == name { return (option, true) }
    }
    return nil
  }

  /// What `-x` means; nil where no such letter is declared.
  func match(short letter: Character) -> OptionDeclaration? {
    if let name = aliases[String(letter)] { return match(long: name[...])?.option }
    return declarations.first { $0.short == letter }
  }

  /// The letters of an option: its own, and those that stand for it besides.
  func letters(of option: OptionDeclaration) -> [Character] {
    let others = aliases.filter { $0.key.count == 1 && $0.value == option.name }
    return (option.short.map { [$0] } ?? []) + others.keys.sorted().compactMap(\.first)
  }

  /// The option that somebody who typed another name may have meant.
  func nearest(to name: Substring) -> String? {
    let names = declarations.filter { !$0.isOperand }.flatMap { [$0.name, $0.inverse] }
    return Spelling.nearest(
      to: String(name), among: names.compactMap(\.self) + ["help", "version"])
  }
}
