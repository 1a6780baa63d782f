/// Finds the marked examples in a document.
package enum ExampleReader {
  /// Reads fenced blocks after `<!-- test: … -->`; other lines and prompts may precede them.
  package static func markdown(_ text: String, file: String) -> [Example] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.compactMap { index in
      guard let mark = mark(in: lines[index], from: "<!-- test", to: "-->") else { return nil }
      let start = lines[index...].firstIndex { $0.hasPrefix("```") } ?? lines.endIndex
      let block = lines.dropFirst(start + 1).prefix { !$0.hasPrefix("```") }
      let script = block.map { $0.hasPrefix("$ ") ? String($0.dropFirst(2)) : $0 }
      return Example(
        file: file, line: index + 1, script: script.joined(separator: "\n"), mark: mark)
    }
  }

  /// Reads `.Dl` lines, or one `.Bd … .Ed`, after `.\" test: …`.
  package static func manual(_ text: String, file: String) -> [Example] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.compactMap { index in
      guard let mark = mark(in: lines[index], from: #".\" test"#, to: nil) else { return nil }
      let script = manualScript(lines.dropFirst(index + 1)).map(plain).joined(separator: "\n")
      return Example(file: file, line: index + 1, script: script, mark: mark)
    }
  }

  private static func manualScript(_ lines: ArraySlice<String>) -> [String] {
    if lines.first?.hasPrefix(".Bd") == true {
      return lines.dropFirst().prefix { !$0.hasPrefix(".Ed") }.map { $0 }
    }
    return lines.prefix { $0.hasPrefix(".Dl ") }.map { String($0.dropFirst(4)) }
  }

  /// The text between the start and the end of a mark; nil if the line is not a mark.
  private static func mark(in line: String, from start: String, to end: String?) -> String? {
    guard line.hasPrefix(start) else { return nil }
    var rest = String(line.dropFirst(start.count))
    if let end {
      guard rest.hasSuffix(end) else { return nil }
      rest = String(rest.dropLast(end.count))
    }
    return rest.hasPrefix(":") ? String(rest.dropFirst()) : rest
  }

  /// Resolves the roff escapes used in command lines, see mandoc_char(7).
  private static func plain(_ line: String) -> String {
    let escapes = [
      (#"\(aq"#, "'"), (#"\(dq"#, "\""), (#"\(ti"#, "~"), (#"\(ha"#, "^"), (#"\(ga"#, "`"),
      (#"\&"#, ""), (#"\-"#, "-"), (#"\e"#, #"\"#),
    ]
    return escapes.reduce(line) { text, escape in
      text.split(separator: escape.0, omittingEmptySubsequences: false).joined(separator: escape.1)
    }
  }
}
