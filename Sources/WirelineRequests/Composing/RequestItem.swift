internal import WirelineCore

/// A word of the command line that adds to a request, as HTTPie has them:
/// `name=value`, `name:=json`, `name==query`, `Header:value` and so on.
package enum RequestItem: Sendable, Equatable {
  /// `Name:value`.
  case header(name: String, value: String)
  /// `Name:`, which takes away what would be sent.
  case withoutHeader(name: String)
  /// `Name;`, which sends it empty.
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
  /// `name@file`, with `;type=…` and `;filename=…` behind it.
  case file(name: String, path: String, mediaType: String?, filename: String?)

  private enum Separator: String, CaseIterable {
    // At one place the longest counts.
    case jsonFile = ":=@"
    case json = ":="
    case textFile = "=@"
    case query = "=="
    case text = "="
    case file = "@"
    case header = ":"
  }

  /// Reads a word.
  ///
  /// The separator that comes first decides; a backslash before a character of
  /// a separator makes that an ordinary one.
  package init(_ word: String) throws(InvalidRequestItem) {
    guard let (name, separator, value) = Self.split(word) else {
      guard word.hasSuffix(";"), word.utf8.count > 1 else {
        throw InvalidRequestItem(word: word, reason: "it has no separator")
      }
      self = .emptyHeader(name: String(word.dropLast()))
      return
    }
    guard !name.isEmpty else { throw InvalidRequestItem(word: word, reason: "the name is missing") }
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
        throw InvalidRequestItem(word: word, reason: "what follows := is not JSON: \(error)")
      }
    }
  }

  private static func path(_ text: String, _ word: String) throws(InvalidRequestItem) -> String {
    guard !text.isEmpty else { throw InvalidRequestItem(word: word, reason: "the file is missing") }
    return text
  }

  /// `path;type=image/png;filename=a.png`, in any order.
  private static func file(
    _ name: String, _ text: String, _ word: String
  ) throws(InvalidRequestItem) -> RequestItem {
    let given = FileArgument(text)
    guard given.isPlain else {
      throw InvalidRequestItem(word: word, reason: "a control character behind the file's name")
    }
    return .file(
      name: name, path: try path(given.path, word), mediaType: given.mediaType,
      filename: given.filename)
  }

  /// The name with its escapes undone, the first separator, and what follows.
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
}

/// A word that adds nothing to a request.
package struct InvalidRequestItem: Error, Equatable, Sendable, CustomStringConvertible {
  package let word: String
  package let reason: String

  package init(word: String, reason: String) {
    self.word = word
    self.reason = reason
  }

  package var description: String { "\"\(InvalidURL.masked(word))\" is no request item: \(reason)" }
}

/// A file with what is to be said of it: `path;type=image/png;filename=a.png`.
package struct FileArgument: Sendable, Equatable {
  package let path: String
  package let mediaType: String?
  package let filename: String?

  /// Whether type and name can stand in a header field.
  package var isPlain: Bool {
    [mediaType, filename].allSatisfy { text in
      text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ?? true
    }
  }

  package init(_ text: String) {
    var path = text[...]
    var mediaType: String?
    var filename: String?
    // From the end, because a path may hold a semicolon of its own.
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
