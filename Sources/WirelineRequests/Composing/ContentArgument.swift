/// A piece of a body as an option gives it: `text`, or `@file`.
package enum ContentArgument: Sendable, Equatable {
  case text(String)
  /// Line breaks are dropped where the option drops them.
  case file(path: String)
  case binaryFile(path: String)

  /// `@file`, `@-` for stdin, or the text itself.
  package init(_ text: String) {
    self = text.hasPrefix("@") ? .file(path: String(text.dropFirst())) : .text(text)
  }
}

/// A part of a multipart body as curl's `-F` gives it: `name=text`,
/// `name=@file` or `name=<file`, with `;type=…` and `;filename=…` behind it.
package struct FormArgument: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case text(String)
    case file(path: String)
    /// The content of a file as an ordinary field.
    case textFile(path: String)
  }

  package let name: String
  package let content: Content
  package let mediaType: String?
  package let filename: String?

  /// Nil where there is no name, or a control character behind the content.
  package init?(_ text: String) {
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
