/// The script that a shell reads: it asks the tool what can stand at the cursor.
enum CompletionScript {
  static func text(_ shell: CompletionShell, tool: String) -> String {
    let name = tool.map { $0 == "-" ? "_" : String($0) }.joined()
    let script =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return script.replacing("TOOL", by: tool).replacing("NAME", by: name)
  }
}

extension String {
  fileprivate func replacing(_ old: String, by new: String) -> String {
    var (text, rest) = ("", self)
    while let range = rest.position(of: old) {
      text += rest[..<range.lowerBound] + new
      rest = String(rest[range.upperBound...])
    }
    return text + rest
  }
}
