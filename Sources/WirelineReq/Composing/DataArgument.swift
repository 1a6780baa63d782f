internal import WirelineCore
internal import WirelineRequests

/// A part of a body given by an option of curl.
enum ContentArgument: Sendable, Equatable {
  case text(String)
  /// Line breaks are removed if the option does so.
  case file(path: String)
  case binaryFile(path: String)
  /// An argument of `--data-urlencode`.
  case encoded(String)

  /// Parses `@file`, `@-` for stdin, or text.
  init(_ text: String) {
    self = text.hasPrefix("@") ? .file(path: String(text.dropFirst())) : .text(text)
  }

  /// Like `init(_:)`, but preserves line breaks.
  init(binary text: String) {
    self = text.hasPrefix("@") ? .binaryFile(path: String(text.dropFirst())) : .text(text)
  }

  /// Returns the bytes of the body.
  func bytes(
    keepsLineBreaks: Bool, _ files: any ComposedFiles
  ) throws(UsageError) -> [UInt8] {
    switch self {
    case .text(let text): return Array(text.utf8)
    case .binaryFile(let path): return try files.bytes(path)
    case .file(let path):
      let bytes = try files.bytes(path)
      // Like curl's --data; scripts rely on it.
      return keepsLineBreaks ? bytes : bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    case .encoded(let text): return try Self.encoded(text, files)
    }
  }

  /// Encodes the content of `content`, `=content`, `name=content`, `@file` or `name@file`.
  private static func encoded(
    _ text: String, _ files: any ComposedFiles
  ) throws(UsageError) -> [UInt8] {
    guard let cut = text.firstIndex(of: "=") ?? text.firstIndex(of: "@") else {
      return Array(PercentEncoding.formComponent(text.utf8).utf8)
    }
    let name = text[..<cut]
    let rest = String(text[text.index(after: cut)...])
    let content = text[cut] == "@" ? try files.bytes(rest) : Array(rest.utf8)
    return Array(((name.isEmpty ? "" : name + "=") + PercentEncoding.formComponent(content)).utf8)
  }
}

/// A file argument with parameters: `path;type=image/png;filename=a.png`.
struct FileArgument: Sendable, Equatable {
  let path: String
  let mediaType: String?
  let filename: String?

  /// Whether parameters are free of control characters.
  static func arePlain(_ texts: [String?]) -> Bool {
    texts.allSatisfy { $0?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ?? true }
  }

  /// A path in quotes ends at the closing quote; `\"` and `\\` are escapes.
  init(_ text: String) {
    let quoted = Self.quoted(text)
    var path = quoted?.rest ?? text[...]
    var mediaType: String?
    var filename: String?
    // Parsed from the end, because a path may contain semicolons.
    while let cut = path.lastIndex(of: ";") {
      let parameter = path[path.index(after: cut)...]
      if parameter.hasPrefix("type=") {
        mediaType = String(parameter.dropFirst(5))
      } else if parameter.hasPrefix("filename=") {
        let name = String(parameter.dropFirst(9))
        filename = Self.quoted(name)?.content ?? name
      } else {
        break
      }
      path = path[..<cut]
    }
    self.path = quoted?.content ?? String(path)
    self.mediaType = mediaType
    self.filename = filename
  }

  /// The content of quotes at the beginning of a text; nil without them.
  static func quoted(_ text: some StringProtocol) -> (content: String, rest: Substring)? {
    guard text.first == "\"" else { return nil }
    var content = ""
    var rest = Substring(text).dropFirst()
    while let character = rest.popFirst() {
      if character == "\"" { return (content, rest) }
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        content.append(next)
        rest = rest.dropFirst()
      } else {
        content.append(character)
      }
    }
    return nil
  }
}
