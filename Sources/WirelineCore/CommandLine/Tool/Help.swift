internal import ArgumentParser

/// The text of `--help`.
enum Help {
  static func text<Tool: ParsableTool>(for tool: Tool.Type, columns: Int) -> String {
    var text = Tool.helpMessage(columns: max(columns, 40))
    for declaration in Tool.declarations {
      guard case .optionalValue(let value, _) = declaration.form else { continue }
      // The parser is always given a value, so it knows nothing of the form without one.
      let label = "--\(declaration.name) <\(value)>"
      let better = "--\(declaration.name)[=<\(value)>]"
      text = text.replacingFirst(label + "  ", by: better + newColumn)
      text = text.replacingFirst(label, by: better)
    }
    return text
  }

  /// A label too long for its column has a line of its own.
  private static let newColumn = "\n" + String(repeating: " ", count: 26)
}

extension String {
  /// The text with the first occurrence of `old` replaced.
  fileprivate func replacingFirst(_ old: String, by new: String) -> String {
    guard let range = position(of: old) else { return self }
    return self[..<range.lowerBound] + new + self[range.upperBound...]
  }
}
