/// Files that are named inside a word, behind a sign.
enum FileReference {
  /// `@file`.
  static func content(_ text: String) -> CompletionAnswer { files(text, behind: ["@"], at: 0) }

  /// `name=@file` and `name=<file`.
  static func formPart(_ text: String) -> CompletionAnswer {
    let name = text.prefix { $0 != "=" }
    return files(text, behind: ["=@", "=<"], at: name.count)
  }

  /// `name@file`, `name=@file` and `name:=@file`: the sign that comes first decides, as in
  /// `RequestItem`.
  static func item(_ text: String) -> CompletionAnswer {
    let name = text.prefix { !":=@".contains($0) }
    if name.isEmpty { return CompletionAnswer() }
    return files(text, behind: ["@", "=@", ":=@"], at: name.count)
  }

  private static func files(
    _ text: String, behind signs: [String], at offset: Int
  ) -> CompletionAnswer {
    let rest = text.dropFirst(offset)
    guard let sign = signs.first(where: rest.hasPrefix) else { return CompletionAnswer() }
    return CompletionAnswer(kind: .files, prefix: text.prefix(offset) + sign)
  }
}
