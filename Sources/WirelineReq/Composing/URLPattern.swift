internal import WirelineCore

/// A URL of the command line with curl's patterns: `{a,b}`, `[1-9]`, `[a-z]`, `[01-10:2]`, and with
/// a name `[<name>1-9]`. A backslash before a bracket or brace makes it ordinary.
struct URLPattern {
  /// A URL that a pattern stands for.
  struct Match: Sendable, Equatable {
    var text = ""
    /// The number of the pattern on the command line, from 0.
    var argument = 0
    /// The file to upload.
    var upload: String?
    /// Whether it comes from a file of URLs. Its body is saved under its own name.
    var isListed = false
    /// The values of the sets, in order, and by name.
    var values: [String] = []
    var named: [String: String] = [:]

    /// Replaces `#1` and `#<name>` by values.
    func filled(_ path: String) -> String {
      var out = path
      for (name, value) in named { out = out.replacing(text: "#<\(name)>", with: value) }
      // 10 before 1.
      for (index, value) in values.enumerated().reversed() {
        out = out.replacing(text: "#\(index + 1)", with: value)
      }
      return out
    }
  }

  /// Enough for a command line; a stream has no limit.
  private static let maximumMatches = 100_000

  /// Returns the matches, of which the last set varies fastest.
  ///
  /// - Parameter argument: the number of the pattern on the command line, from 0.
  static func matches(of text: String, argument: Int) throws(UsageError) -> [Match] {
    if !text.utf8.contains(where: "{[\\".utf8.contains) {
      return [Match(text: text, argument: argument)]
    }
    var matches = [Match(argument: argument)]
    var rest = text[...]
    while let character = rest.first {
      if let (name, values, end) = set(rest) {
        rest = rest[end...]
        guard matches.count * values.count <= maximumMatches else {
          throw UsageError(
            "\"\(text)\" stands for more than \(maximumMatches) URLs", status: .malformedURL)
        }
        if let name, matches[0].named[String(name)] != nil {
          throw UsageError("two sets with the name \"\(name)\"", status: .malformedURL)
        }
        matches = matches.flatMap { match in
          values.map { value in
            var match = match
            match.text += value
            match.values.append(value)
            if let name { match.named[String(name)] = value }
            return match
          }
        }
        continue
      }
      rest.removeFirst()
      var literal = character
      if character == "\\", let next = rest.first, "{}[]".contains(next) {
        literal = next
        rest.removeFirst()
      }
      for index in matches.indices { matches[index].text.append(literal) }
    }
    return matches
  }

  /// The name, the values and the end of the set at the beginning of a text; nil for other text.
  private static func set(_ text: Substring) -> (Substring?, [String], Substring.Index)? {
    guard let open = text.first, open == "{" || open == "[",
      let close = text.utf8.firstIndex(of: open == "{" ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    else { return nil }
    var content = text[text.index(after: text.startIndex)..<close]
    var name: Substring?
    if content.first == "<", let end = content.firstIndex(of: ">") {
      name = content[content.index(after: content.startIndex)..<end]
      content = content[content.index(after: end)...]
    }
    let values = open == "{" ? alternatives(content) : range(content)
    return values.map { (name, $0, text.index(after: close)) }
  }

  /// Returns nil for other content: one alternative is a `--var` variable, and JSON is not a set.
  private static func alternatives(_ content: Substring) -> [String]? {
    guard content.contains(","), !content.contains("\"") else { return nil }
    return content.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func range(_ content: Substring) -> [String]? {
    let parts = content.split(separator: ":", omittingEmptySubsequences: false)
    let bounds = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, bounds.count == 2,
      let step = parts.count == 2 ? Int(digits: parts[1]) : 1, step > 0
    else { return nil }
    if let first = Int(digits: bounds[0]), let last = Int(digits: bounds[1]), first <= last {
      let width = bounds[0].hasPrefix("0") ? bounds[0].utf8.count : 1
      let count = min((last - first) / step, maximumMatches)
      return (0...count).map { (first + $0 * step).text(digits: width) }
    }
    guard bounds.allSatisfy({ $0.utf8.count == 1 && $0.first?.isLetter == true }),
      let first = bounds[0].utf8.first, let last = bounds[1].utf8.first, first <= last
    else { return nil }
    return stride(from: Int(first), through: Int(last), by: step).map {
      String(UnicodeScalar(UInt8($0)))
    }
  }
}
