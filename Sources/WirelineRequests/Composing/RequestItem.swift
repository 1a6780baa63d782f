internal import WirelineCore

/// A request item on the command line, in HTTPie's syntax: `name=value`, `name:=json`,
/// `name==query`, `Header:value` and others.
enum RequestItem: Sendable, Equatable {
  /// `Name:value`.
  case header(name: String, value: String)
  /// `Name:`, which removes a default field.
  case withoutHeader(name: String)
  /// `Name;`, which sends an empty field.
  case emptyHeader(name: String)
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

  private static let itemHint =
    "items are name=value name:=json name==query Header:value name@file"

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
    guard let (name, separator, value) = Self.split(word) else {
      guard word.hasSuffix(";"), word.utf8.count > 1 else {
        throw Self.invalid(word, "missing separator")
      }
      self = .emptyHeader(name: String(word.dropLast()))
      return
    }
    guard !name.isEmpty else { throw Self.invalid(word, "missing name") }
    switch separator {
    case .header:
      self = value.isEmpty ? .withoutHeader(name: name) : .header(name: name, value: value)
    case .query: self = .query(name: name, value: value)
    case .text: self = .text(name: name, value: value)
    case .textFile: self = .textFile(name: name, path: try Self.path(value, word))
    case .jsonFile: self = .jsonFile(name: name, path: try Self.path(value, word))
    case .file: self = try Self.file(name, value, word)
    case .json:
      let bytes = Array(value.utf8)
      do throws(JSONSyntaxError) {
        self = .json(name: name, value: try JSONScanner.compacted(bytes))
      } catch {
        throw Self.invalid(word, "invalid JSON after :=: \(error)")
      }
    }
  }

  private static func path(_ text: String, _ word: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw Self.invalid(word, "missing file name") }
    return text
  }

  private static func file(
    _ name: String, _ text: String, _ word: String
  ) throws(UsageError) -> RequestItem {
    let given = FileArgument(text)
    guard given.isPlain else {
      throw Self.invalid(word, "control character in the media type")
    }
    return .file(
      name: name, path: try path(given.path, word), mediaType: given.mediaType,
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
    _ word: String, _ reason: String, hint: String? = itemHint
  ) -> UsageError {
    UsageError("invalid request item \"\(InvalidURL.masked(word))\": \(reason)", hint: hint)
  }
}

/// A file argument with parameters: `path;type=image/png;filename=a.png`.
struct FileArgument: Sendable, Equatable {
  let path: String
  let mediaType: String?
  let filename: String?

  /// Whether type and file name are free of control characters.
  var isPlain: Bool {
    [mediaType, filename].allSatisfy { text in
      text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ?? true
    }
  }

  init(_ text: String) {
    var path = text[...]
    var mediaType: String?
    var filename: String?
    // Parsed from the end, because a path may contain semicolons.
    while let cut = path.lastIndex(of: ";") {
      let parameter = path[path.index(after: cut)...]
      if parameter.hasPrefix("type=") {
        mediaType = String(parameter.dropFirst(5))
      } else if parameter.hasPrefix("filename=") {
        filename = String(parameter.dropFirst(9))
      } else {
        break
      }
      path = path[..<cut]
    }
    self.path = String(path)
    self.mediaType = mediaType
    self.filename = filename
  }
}

/// A part of a body given by an option: `text` or `@file`.
enum ContentArgument: Sendable, Equatable {
  case text(String)
  /// Line breaks are removed if the option does so.
  case file(path: String)
  case binaryFile(path: String)

  /// Parses `@file`, `@-` for stdin, or text.
  init(_ text: String) {
    self = text.hasPrefix("@") ? .file(path: String(text.dropFirst())) : .text(text)
  }
}

/// A part of a multipart body in the syntax of curl's `-F`: `name=text`, `name=@file` or
/// `name=<file`, optionally followed by `;type=…` and `;filename=…`.
struct FormArgument: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case text(String)
    case file(path: String)
    /// The content of a file as an ordinary field.
    case textFile(path: String)
  }

  let name: String
  let content: Content
  let mediaType: String?
  let filename: String?

  /// Nil if the name is missing or a parameter contains a control character.
  init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { return nil }
    name = String(text[..<equals])
    let value = text[text.index(after: equals)...]
    let argument = FileArgument(String(value))
    guard argument.isPlain else { return nil }
    mediaType = argument.mediaType
    filename = argument.filename
    content =
      switch value.first {
      case "@": .file(path: String(argument.path.dropFirst()))
      case "<": .textFile(path: String(argument.path.dropFirst()))
      default: .text(argument.path)
      }
  }
}
