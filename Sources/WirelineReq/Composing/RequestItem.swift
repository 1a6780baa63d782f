internal import WirelineCore
internal import WirelineRequests

/// A request item on the command line, in HTTPie's syntax: `name=value`, `name:=json`,
/// `name==query`, `Header:value` and others.
enum RequestItem: Sendable, Equatable {
  /// `Name:value`, or `Name;` for an empty value.
  case header(name: String, value: String)
  /// `Name:`, which removes a default field.
  case withoutHeader(name: String)
  /// `name==value`.
  case query(name: String, value: String)
  /// `name=value`.
  case text(name: String, value: String)
  /// `name=@file`.
  case textFile(name: String, path: String)
  /// `name:=json`.
  case json(name: String, value: [UInt8])
  /// `name:=@file`.
  case jsonFile(name: String, path: String)
  /// `name@file`, optionally followed by `;type=…` and `;filename=…`.
  case file(name: String, path: String, mediaType: String?, filename: String?)
  /// `@file`, which is the whole body.
  case body(path: String)

  private static let itemHint =
    "items are name=value name:=json name==query Header:value name@file @file"

  private enum Separator: String, CaseIterable {
    case jsonFile = ":=@"
    case json = ":="
    case textFile = "=@"
    case query = "=="
    case text = "="
    case file = "@"
    case header = ":"
  }

  /// Parses an argument.
  ///
  /// The first separator counts. A backslash escapes a separator.
  init(_ word: String) throws(UsageError) {
    if let first = word.utf8.first, "{[".utf8.contains(first),
      (try? JSONView.parse(Array(word.utf8))) != nil
    {
      throw Self.invalid(
        word, because: "it is JSON", hint: "send JSON with --json \(ShellWord.quoted(word))")
    }
    guard let (name, separator, value) = Self.split(word) else {
      guard word.hasSuffix(";"), word.utf8.count > 1 else {
        throw Self.invalid(word, because: "missing separator")
      }
      self = .header(name: String(word.dropLast()), value: "")
      return
    }
    if name.isEmpty, separator == .file {
      self = .body(path: try Self.path(value, of: word))
      return
    }
    guard !name.isEmpty else { throw Self.invalid(word, because: "missing name") }
    switch separator {
    case .header:
      self = value.isEmpty ? .withoutHeader(name: name) : .header(name: name, value: value)
    case .query: self = .query(name: name, value: value)
    case .text: self = .text(name: name, value: value)
    case .textFile: self = .textFile(name: name, path: try Self.path(value, of: word))
    case .jsonFile: self = .jsonFile(name: name, path: try Self.path(value, of: word))
    case .file: self = try Self.file(named: name, value, of: word)
    case .json:
      let bytes = Array(value.utf8)
      self = try converting({ Self.invalid(word, because: "invalid JSON after :=: \($0)") }) {
        () throws(JSONSyntaxError) in
        .json(name: name, value: try JSONScanner.compacted(bytes))
      }
    }
  }

  private static func path(_ text: String, of word: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw Self.invalid(word, because: "missing file name") }
    return text
  }

  private static func file(
    named name: String, _ text: String, of word: String
  ) throws(UsageError) -> RequestItem {
    let given = FileArgument(text)
    guard FileArgument.arePlain([given.mediaType, given.filename]) else {
      throw Self.invalid(word, because: "control character in the media type")
    }
    return .file(
      name: name, path: try path(given.path, of: word), mediaType: given.mediaType,
      filename: given.filename)
  }

  private static func split(_ word: String) -> (String, Separator, String)? {
    var name = ""
    var rest = word[...]
    while let first = rest.first {
      if first == "\\", let next = rest.dropFirst().first, ":=@;\\".contains(next) {
        name.append(next)
        rest = rest.dropFirst(2)
        continue
      }
      if let separator = Separator.allCases.first(where: { rest.hasPrefix($0.rawValue) }) {
        return (name, separator, String(rest.dropFirst(separator.rawValue.count)))
      }
      name.append(first)
      rest = rest.dropFirst()
    }
    return nil
  }

  /// - Parameter hint: nil if the syntax of items is not the problem.
  static func invalid(
    _ word: String, because reason: String, hint: String? = itemHint
  ) -> UsageError {
    // Only a URL has credentials before "@"; other words name a file after it.
    let shown = word.contains(text: "://") ? InvalidURL.masked(word) : InvalidURL.printable(word)
    return UsageError("invalid request item \"\(shown)\": \(reason)", hint: hint)
  }
}
