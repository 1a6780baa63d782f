internal import WirelineCore
internal import WirelineRequests

/// A part of a multipart body in the syntax of curl's `-F`: `name=text`, `name=@file` or
/// `name=<file`, optionally followed by `;type=…`, `;filename=…`, `;headers=…` and `;encoder=…`. A
/// content or file name in quotes may contain semicolons.
struct FormArgument: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    case text(String)
    case file(path: String)
    /// The content of a file as an ordinary field.
    case textFile(path: String)
  }

  let name: String
  let content: Content
  private(set) var mediaType: String?
  private(set) var filename: String?
  /// Each a header field, or `@` and the path of a file with one per line.
  private(set) var headers: [String] = []
  private(set) var encoder: PartEncoder?
  /// The parameters that have no meaning.
  private(set) var ignored: [String] = []

  /// Returns nil without `=`, or if a parameter contains a control character.
  ///
  /// - Parameter isLiteral: whether special characters are literal, as for `--form-string`.
  init?(_ text: String, isLiteral: Bool = false) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    name = String(text[..<equals])
    let value = text[text.index(after: equals)...]
    if isLiteral {
      content = .text(String(value))
      return
    }
    let marker = value.first.flatMap { "@<".contains($0) ? $0 : nil }
    var rest = marker == nil ? value : value.dropFirst()
    let word = Self.word(&rest)
    content =
      switch marker {
      case "@": .file(path: word)
      case "<": .textFile(path: word)
      default: .text(word)
      }
    var isInType = false
    while rest.popFirst() == ";" { parse(&rest, &isInType) }
    guard FileArgument.arePlain([mediaType, filename] + headers) else { return nil }
  }

  /// Parses a parameter.
  ///
  /// - Parameter isInType: whether an unknown parameter belongs to the media type before it.
  private mutating func parse(_ rest: inout Substring, _ isInType: inout Bool) {
    let space = rest.prefix { $0 == " " }
    rest = rest.dropFirst(space.count)
    let names = ["type", "filename", "headers", "encoder"]
    let name = names.first { rest.hasPrefix($0 + "=") }
    if isInType, name == nil || name == "type" {
      mediaType? += ";" + space + rest.prefix { $0 != ";" }.trimmingSpaces
      rest = rest.drop { $0 != ";" }
      return
    }
    isInType = name == "type"
    if let name { rest = rest.dropFirst(name.utf8.count + 1) }
    let word = Self.word(&rest)
    switch name {
    case "type": mediaType = word
    case "filename": filename = word
    case "headers": headers.append(word)
    case "encoder":
      encoder = PartEncoder(rawValue: word.lowercased())
      if encoder == nil { ignored.append("encoder=" + word) }
    default: if !word.isEmpty { ignored.append(word) }
    }
  }

  /// Removes and returns a word, which ends at a semicolon unless it is in quotes.
  private static func word(_ rest: inout Substring) -> String {
    rest = rest.drop { $0 == " " }
    if let quoted = FileArgument.quoted(rest) {
      rest = quoted.rest.drop { $0 != ";" }
      return quoted.content
    }
    defer { rest = rest.drop { $0 != ";" } }
    return String(rest.prefix { $0 != ";" }).trimmingSpaces
  }
}

/// The transfer encoding of a part, RFC 2045 §6.
enum PartEncoder: String, Sendable {
  case binary, base64
  case eightBit = "8bit"
  case sevenBit = "7bit"
  case quotedPrintable = "quoted-printable"

  /// Returns the encoded content; nil if it is sent unchanged.
  var encode: (([UInt8]) -> [UInt8])? {
    switch self {
    case .binary, .eightBit, .sevenBit: nil
    case .base64: Self.base64
    case .quotedPrintable: Self.quotedPrintable
    }
  }

  private static let maximumLineLength = 76

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let text = Array(Base64.encode(bytes).utf8)
    var lines: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: maximumLineLength) {
      if start > 0 { lines += [0x0D, 0x0A] }
      lines += text[start..<min(start + maximumLineLength, text.count)]
    }
    return lines
  }

  private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    var column = 0
    for (index, byte) in bytes.enumerated() {
      let isLineEnd = bytes[index...].starts(with: [0x0D, 0x0A])
      if isLineEnd || byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D {
        encoded.append(byte)
        column = 0
        continue
      }
      let endsLine = bytes.count == index + 1 || bytes[(index + 1)...].starts(with: [0x0D, 0x0A])
      let isPlain =
        byte > 0x20 && byte < 0x7F && byte != 0x3D || (byte == 0x20 || byte == 0x09) && !endsLine
      let piece = isPlain ? [byte] : Array("=\(Hexadecimal.encode([byte]).uppercased())".utf8)
      if column + piece.count > maximumLineLength - (endsLine ? 0 : 1) {
        encoded += Array("=\r\n".utf8)
        column = 0
      }
      encoded += piece
      column += piece.count
    }
    return encoded
  }
}
