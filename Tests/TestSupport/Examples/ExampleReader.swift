/// Finds the examples in a document.
package enum ExampleReader {
  /// Reads fenced blocks after `<!-- test: … -->`.
  package static func markdown(_ text: String, file: String) -> [Example] {
    let lines = lines(of: text)
    return lines.indices.compactMap { index in
      guard let mark = mark(in: lines[index], from: "<!-- test", to: "-->") else { return nil }
      let start = lines[index...].firstIndex { $0.hasPrefix("```") } ?? lines.endIndex
      let block = lines.dropFirst(start + 1).prefix { !$0.hasPrefix("```") }
      let (script, output) = parts(of: Array(block))
      var example = Example(
        file: file, line: index + 1, script: script.joined(separator: "\n"), mark: mark)
      example.output = output
      return example
    }
  }

  /// Separates the commands of a block from their output. A command follows `$ ` and continues
  /// after a backslash or a pipe.
  private static func parts(of block: [String]) -> (script: [String], output: [String]) {
    guard block.contains(where: { $0.hasPrefix("$ ") }) else { return (block, []) }
    var script: [String] = []
    var output: [String] = []
    var continues = false
    for line in block {
      if line.hasPrefix("$ ") {
        script.append(String(line.dropFirst(2)))
      } else if continues {
        script.append(line)
      } else {
        output.append(line)
      }
      continues =
        (line.hasPrefix("$ ") || continues) && (line.hasSuffix("\\") || line.hasSuffix("|"))
    }
    return (script, output)
  }

  /// Reads `.Dl` lines, or one `.Bd … .Ed`, after `.\" test: …`, and outputs after `.\" output`.
  package static func manual(_ text: String, file: String) -> [Example] {
    let lines = lines(of: text)
    var examples: [Example] = []
    for (index, line) in lines.enumerated() {
      let block = { display(lines.dropFirst(index + 1)).map(plain) }
      if let mark = mark(in: line, from: #".\" test"#, to: nil) {
        let script = block().joined(separator: "\n")
        examples.append(Example(file: file, line: index + 1, script: script, mark: mark))
      } else if line == #".\" output"#, !examples.isEmpty {
        examples[examples.count - 1].output += block()
      }
    }
    return examples
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func display(_ lines: ArraySlice<String>) -> [String] {
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
