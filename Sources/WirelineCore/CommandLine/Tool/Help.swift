/// The texts of `-h` and `--help`.
struct Help {
  private let command: Command
  private let options: [OptionDeclaration]
  private let columns: Int
  private static let indent = 28

  init(_ command: Command, _ options: [OptionDeclaration], columns: Int) {
    self.command = command
    // Options without help are accepted for compatibility only.
    self.options = options.filter { !$0.help.isEmpty }
    self.columns = max(columns, 40)
  }

  var full: String {
    let sections = commands + [section("Operands", options.filter(\.isOperand))]
    var titles: [String] = []
    for option in options where !titles.contains(option.section) { titles.append(option.section) }
    let named = titles.map { title in
      let members = options.filter { $0.section == title && !$0.isOperand }
      return section(title.isEmpty ? "Options" : title, members, isLast: title == titles.last)
    }
    return ([head] + sections + named).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The main options; at most 40 lines at 80 columns.
  var short: String {
    let main = command.mainOptions.compactMap { name in options.first { $0.name == name } }
    if main.isEmpty { return full }
    let members = main.map { line("\(Self.label($0))", text: $0.help) }.joined()
    return [
      head, commands.joined(separator: "\n"), "Options:\n" + members,
      "Run `\(command.fullName) --help` for all options, `man \(command.tool)` for the manual.\n",
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var head: String {
    "\(command.abstract)\n\nUsage: \(command.fullName) [options] \(command.operands)\n"
  }

  private var commands: [String] {
    if command.subcommands.names.isEmpty { return [] }
    let lines = command.subcommands.all.map { line($0.name ?? "", text: $0.abstract) }
    return [
      "Commands:\n" + lines.joined() + line("help", text: "Show the help of a command"),
      "Run `\(command.tool) <command> --help` for the options of a command.\n",
    ]
  }

  private func section(
    _ title: String, _ options: [OptionDeclaration], isLast: Bool = false
  ) -> String {
    if options.isEmpty { return "" }
    var lines = options.map { line(Self.label($0), text: $0.fullHelp) }
    if isLast {
      lines.append(line("-h, --help", text: "Show this help; -h shows only the main options"))
      lines.append(line("-V, --version", text: "Show the version"))
    }
    return "\(title):\n" + lines.joined()
  }

  /// `-n, --limit <n>`, `--[no-]mark` or `<query>`.
  private static func label(_ option: OptionDeclaration) -> String {
    if option.isOperand { return "<\(option.name)>" }
    var label = option.short.map { "-\($0), " } ?? "    "
    if let inverse = option.inverse, inverse == "no-\(option.name)" {
      return label + "--[no-]\(option.name)"
    }
    label += "--\(option.name)"
    switch option.form {
    case .flag(let inverse?): label += ", --\(inverse)"
    case .value(let value), .list(let value): label += " <\(value)>"
    case .optionalValue(let value, _): label += "[=<\(value)>]"
    default: break
    }
    return label
  }

  private func line(_ label: String, text: String) -> String {
    let margin = String(repeating: " ", count: Self.indent)
    let head = "  " + label
    var result = head.count > Self.indent - 2 ? head + "\n" + margin : head.padded(Self.indent)
    var column = Self.indent
    for word in text.split(separator: " ") {
      if column > Self.indent, column + 1 + word.count > columns {
        result += "\n" + margin
        column = Self.indent
      } else if column > Self.indent {
        result += " "
        column += 1
      }
      result += word
      column += word.count
    }
    return result + "\n"
  }
}
