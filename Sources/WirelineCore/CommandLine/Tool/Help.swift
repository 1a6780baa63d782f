internal import ArgumentParser

/// The text of `--help`.
enum Help {
  static func text<Tool: ParsableTool>(for tool: Tool.Type, columns: Int) -> String {
    let table = OptionTable(Tool.declarations, aliases: Tool.optionAliases)
    let options = Tool.declarations.filter { !$0.isOperand }
    return Tool.helpMessage(columns: max(columns, 40))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in whole(line, options, table) }
      .joined(separator: "\n")
  }

  /// A line with all that the option is called, if it is about one.
  private static func whole(
    _ line: Substring, _ options: [OptionDeclaration], _ table: OptionTable
  ) -> String {
    for option in options {
      if let found = HelpLine(line, of: option) {
        return found.text(letters: table.letters(of: option))
      }
    }
    return String(line)
  }
}
