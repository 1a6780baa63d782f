internal import CTables
package import WirelineCore

/// The options of curl, from the table that req-curl(7) shows too: the parser asks it for those
/// that `req` does not declare.
package enum CurlOptions {
  private struct Row {
    let name: Substring
    let letter: Substring
    let needsValue: Bool
    /// `same`, `accepted`, `no`, or the words that it stands for, with `%` for the value.
    let meaning: Substring
    let note: Substring

    init?(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count >= 4 else { return nil }
      (name, letter, meaning) = (columns[0], columns[1], columns[3])
      needsValue = columns[2] == "value"
      note = columns.count > 4 ? columns[4] : ""
    }

    /// The words of the meaning without the value; nil if it has another meaning.
    var words: [Substring]? {
      meaning == "accepted" ? [] : meaning.hasPrefix("--") ? meaning.split(separator: " ") : nil
    }

    var substitute: OptionSubstitute? {
      switch name {
      case "config":
        return .words(
          { path throws(UsageError) in try CurlConfiguration(path: path).lines }, needsValue: true)
      case "variable":
        return .words(
          { text throws(UsageError) in
            try CurlVariables.ofCommandLine.set(text)
            return []
          }, needsValue: true)
      case "next":
        return .next(
          kept: ["fail-early", "no-config", "show-error", "silent", "verbose"],
          stopOption: "fail-early", inputs: ["call", "url"])
      default: break
      }
      if let words {
        return .words(
          { value in [words.map { $0.replacing(text: "%", with: value) }] }, needsValue: needsValue)
      }
      return meaning == "same" ? nil : .unavailable(reason: String(note), needsValue: needsValue)
    }

    /// The meaning of `--no-NAME`.
    var inverse: OptionSubstitute? {
      if needsValue { return nil }
      if let word = words?.first { return .withdrawal(of: String(word.dropFirst(2))) }
      if meaning == "same" { return .withdrawal(of: String(name)) }
      return .words({ _ in [] }, needsValue: false)
    }
  }

  /// - Parameter option: `--name` or `-x`.
  package static func substitute(_ option: String) -> OptionSubstitute? {
    let table = UnsafeBufferPointer(
      start: wireline_curl_options(), count: wireline_curl_options_count)
    let rows = String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap(Row.init)
    guard option.hasPrefix("--") else {
      return rows.first { "-" + $0.letter == option }?.substitute
    }
    let name = option.dropFirst(2)
    // curl has `--expand-` before any option.
    if name.hasPrefix("expand-") {
      return .words(
        { text throws(UsageError) in
          [["--" + name.dropFirst(7), try CurlVariables.ofCommandLine.expanded(text)]]
        }, needsValue: true)
    }
    if let row = rows.first(where: { $0.name == name }) { return row.substitute }
    // `--buffer` is the opposite of `--no-buffer`.
    let opposite = name.hasPrefix("no-") ? name.dropFirst(3) : "no-" + name
    return rows.first { $0.name == opposite }?.inverse
  }
}
