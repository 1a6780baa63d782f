internal import WirelineCore

/// The completion of request methods, and of words that may contain the name of a file.
extension ValueCompletion {
  /// Request methods, RFC 9110 §9.3 and RFC 5789.
  private static let methodNames = [
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE",
  ]

  static let methods = ValueCompletion.words(WordList(plain: methodNames))

  /// `@file`
  static let content = custom { _, text in files(in: text, after: ["@"], at: 0) }

  /// `name=@file` and `name=<file`
  static let formPart = custom { _, text in
    files(in: text, after: ["=@", "=<"], at: text.prefix { $0 != "=" }.count)
  }

  /// `[METHOD] URL [ITEM…]`
  static let requestWords = custom { context, text in
    guard let first = context.operands.first else {
      return CompletionResult(kind: .words, words: methodNames.map { WordList.Word($0) })
    }
    let isURL = context.operands.count == 1 && methodNames.contains(first)
    return isURL ? CompletionResult() : item(text)
  }

  /// `name@file`, `name=@file` and `name:=@file`: the first sign decides, as in `RequestItem`.
  private static func item(_ text: String) -> CompletionResult {
    let name = text.prefix { !":=@".contains($0) }
    if name.isEmpty { return CompletionResult() }
    return files(in: text, after: ["@", "=@", ":=@"], at: name.count)
  }

  private static func files(
    in text: String, after signs: [String], at offset: Int
  ) -> CompletionResult {
    let rest = text.dropFirst(offset)
    guard let sign = signs.first(where: rest.hasPrefix) else { return CompletionResult() }
    return CompletionResult(kind: .files, prefix: text.prefix(offset) + sign)
  }
}
