internal import WirelineCore

/// The placeholders in the words of a command with `--rows`: `{sku}` stands for the cell of a row
/// in the column `sku`.
///
/// Each is replaced by a long random number before the words are parsed. A number is the same in a
/// URL, a header field, a form and a JSON document, so the composer makes an ordinary request of
/// the words, into which `RowTemplate` inserts the cells. No cell is ever parsed as a word.
struct RowPlaceholders: Sendable {
  /// The columns, each once.
  private(set) var columns: [String] = []
  /// Names that stand for something else, such as `--var` variables.
  private let excluded: [String]
  private let start: [UInt8]

  /// Makes the numbers of all columns equally long.
  private static let firstNumber = 1_000_000
  private static let numberLength = 7

  init(excluding names: [String] = []) {
    excluded = names
    start = [UInt8(ascii: "9")] + (0..<24).map { _ in UInt8.random(in: 0x30...0x39) }
  }

  private func number(of column: Int) -> String {
    String(decoding: start, as: UTF8.self) + String(Self.firstNumber + column)
  }

  /// Replaces the placeholders in a word. Braces with quotes, braces, backslashes or line breaks in
  /// them, or with spaces at the ends, are none: they belong to JSON and GraphQL.
  mutating func replaced(in word: String) -> String {
    var out = ""
    var rest = word[...]
    while let open = rest.firstIndex(of: "{") {
      out += rest[..<open]
      rest = rest[open...]
      let name = String(rest.dropFirst().prefix { !"{}\"\\\n".contains($0) })
      guard rest.dropFirst(name.count + 1).first == "}", !name.isEmpty,
        name.trimmingSpaces == name, !excluded.contains(name)
      else {
        out.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(name.count + 2)
      if !columns.contains(name) { columns.append(name) }
      out += number(of: columns.firstIndex(of: name) ?? 0)
    }
    return out + rest
  }

  /// The error as the user would have seen it for the words as written.
  func restored(_ error: UsageError) -> UsageError {
    var error = error
    for (column, name) in columns.enumerated() {
      let (number, name) = (number(of: column), "{\(name)}")
      error.message = error.message.replacing(text: number, with: name)
      error.hint = error.hint?.replacing(text: number, with: name)
    }
    return error
  }

  /// The first placeholder in composed text, and its column.
  func first(in text: ArraySlice<UInt8>) -> (range: Range<Int>, column: Int)? {
    var from = text.startIndex
    while let found = text[from...].firstIndex(of: start[0]) {
      let digits = text[found...].dropFirst(start.count).prefix(Self.numberLength)
      if text[found...].starts(with: start),
        let number = Int(digits: String(decoding: digits, as: UTF8.self))
      {
        return (found..<digits.endIndex, number - Self.firstNumber)
      }
      from = found + 1
    }
    return nil
  }

  func occur(in text: String?) -> Bool { first(in: Array((text ?? "").utf8)[...]) != nil }
}
