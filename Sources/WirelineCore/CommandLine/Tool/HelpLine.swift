/// A line of the parser's help that says what an option is called.
///
/// The parser knows one letter of an option, and is always given a value: the other letters, and
/// the form without a value, are put in here.
struct HelpLine {
  private let option: OptionDeclaration
  /// What stands behind the option's name: `/--no-name`, ` <value>`, or nothing.
  private let end: Substring
  /// What is said of it, if that stands on the same line.
  private let help: Substring

  /// Nil for any other line.
  init?(_ line: Substring, of option: OptionDeclaration) {
    let letter = option.short.map { "-\($0), " } ?? ""
    let start = "\(Self.indent)\(letter)--\(option.name)"
    guard line.hasPrefix(start) else { return nil }
    let rest = line.dropFirst(start.count)
    let end: Substring
    if let value = option.valueName {
      guard rest.hasPrefix(" <\(value)>") else { return nil }
      end = rest.prefix(value.count + 3)
    } else {
      end = rest.prefix { $0 != " " }
      guard end.isEmpty || end.hasPrefix("/") else { return nil }
    }
    let help = rest.dropFirst(end.count)
    guard help.isEmpty || help.hasPrefix(" ") else { return nil }
    self.option = option
    self.end = end
    self.help = help.drop { $0 == " " }
  }

  /// The line, or two where the help has no room beside the names.
  ///
  /// - Parameter letters: all of the option's.
  func text(letters: [Character]) -> String {
    let names = letters.map { "-\($0)" } + ["--\(option.name)"]
    let label = Self.indent + names.joined(separator: ", ") + form
    if help.isEmpty { return label }
    let space = Self.column - label.count
    let gap = space > 0 ? Self.spaces(space) : "\n" + Self.spaces(Self.column)
    return label + gap + String(help)
  }

  private var form: String {
    guard case .optionalValue(let value, _) = option.form else { return String(end) }
    return "[=<\(value)>]"
  }

  // As ArgumentParser's `HelpGenerator` has them.
  private static let indent = "  "
  private static let column = 26

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
