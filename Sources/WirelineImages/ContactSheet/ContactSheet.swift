internal import WirelineCore

/// A page that shows a batch of images: one self-contained HTML file.
///
/// Thumbnails are the stored images themselves, by relative reference, so that the page can be
/// moved together with the images. Entries are written in chunks of JSON as they arrive, and the
/// page's script renders those in view.
///
/// Not thread-safe.
final class ContactSheet {
  private let file: AtomicFile
  private let references: RelativeReference
  private let closing: [UInt8]
  private var chunk: [UInt8] = []
  private var chunkCount = 0

  private static let chunkEntries = 840
  private static let chunkBytes = 1 << 20

  init(path: String, title: String) throws(FileError) {
    file = try AtomicFile(path: path, sweeps: true)
    references = RelativeReference(from: path)
    let (opening, closing) = Self.page(title: title)
    self.closing = closing
    try file.write(opening)
  }

  func append(_ entry: Entry) throws(FileError) {
    if chunkCount > 0 { chunk.append(contentsOf: ",\n".utf8) }
    Self.append(json: record(entry), to: &chunk)
    chunkCount += 1
    if chunkCount == Self.chunkEntries || chunk.count > Self.chunkBytes { try writeChunk() }
  }

  func finish() throws(FileError) {
    try writeChunk()
    try file.write(closing)
    try file.commit()
  }

  private func writeChunk() throws(FileError) {
    guard chunkCount > 0 else { return }
    try file.write(Array("<script type=\"application/json\">[\n".utf8))
    try file.write(chunk)
    try file.write(Array("\n]</script>\n".utf8))
    chunk.removeAll(keepingCapacity: true)
    chunkCount = 0
  }

  /// `[url, reference, format, width, height, bytes, source, flags, code, message]` and the name
  /// and value of each caption: an array, because the names of the fields would double the file. 0
  /// stands for unknown values.
  private func record(_ entry: Entry) -> [UInt8] {
    var json = JSONWriter()
    let append = { (text: String?) in
      if let text { json.string(text) } else { json.number(0) }
    }
    json.beginArray()
    append(entry.boundedURL)
    append(entry.path.map { references.reference(to: $0) })
    append(entry.format)
    json.number(entry.width ?? 0)
    json.number(entry.height ?? 0)
    // An empty file has 0 bytes.
    json.number(entry.bytes ?? -1)
    append(entry.source)
    json.beginArray()
    for flag in entry.flags { json.string(flag) }
    json.endArray()
    if entry.errorCode != nil || entry.message != nil || !entry.captions.isEmpty {
      append(entry.errorCode)
      append(entry.boundedMessage)
    }
    for caption in entry.captions {
      json.string(caption.name)
      json.string(Entry.bounded(caption.value))
    }
    json.endArray()
    return json.bytes
  }
}

// MARK: Entries

extension ContactSheet {
  /// An image on the sheet, or a failure.
  struct Entry: Sendable, Equatable {
    /// As given; empty if unknown.
    var url: String
    /// The stored file, absolute or relative to the current directory.
    var path: String?
    var format: String?
    var width: Int?
    var height: Int?
    var bytes: Int?
    /// `network`, `storage` …
    var source: String?
    var flags: [String] = []
    /// The error code of a failure; nil for an image.
    var errorCode: String?
    var message: String?
    var captions: [Caption] = []

    /// A copied field.
    struct Caption: Sendable, Equatable {
      let name: String
      let value: String
    }

    /// In bytes; servers rarely accept longer URLs.
    private static let longestURL = 4096
    private static let longestMessage = 1024

    /// The URL, shortened. A shortened one begins with its length, so that it is not a link.
    var boundedURL: String {
      url.utf8.count > Self.longestURL
        ? "(\(url.utf8.count) bytes) " + Self.shortened(url, to: Self.longestURL) : url
    }

    var boundedMessage: String? { message.map(Self.bounded) }

    static func bounded(_ text: String) -> String { shortened(text, to: longestMessage) }

    private static func shortened(_ text: String, to count: Int) -> String {
      guard text.utf8.count > count else { return text }
      var end = text.utf8.index(text.startIndex, offsetBy: count)
      // Not between the bytes of a character.
      while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
        end = text.utf8.index(before: end)
      }
      return text[..<end] + "…"
    }
  }
}

extension ContactSheet {
  /// Reads entries from records.
  struct EntryReader: Sendable {
    private enum Field: Int, CaseIterable {
      case url, path, format, width, height, bytes, source, flags, error
    }

    private static let names = FieldNames.checked(
      ["url", "path", "format", "width", "height", "bytes", "source", "flags", "error"],
      Field.allCases)

    private let captions: [String]
    private let names: JSONNames

    init(captions: [String] = []) {
      self.captions = captions.filter { !Self.names.contains($0) }
      names = JSONNames(Self.names + self.captions)
    }

    /// The entry of a record; nil if it is not a JSON object.
    func entry(_ line: [UInt8]) -> Entry? {
      guard let object = try? JSONObject(line, names: names) else { return nil }
      let text = { (field: Field) in object[field.rawValue]?.string }
      let error = object[Field.error.rawValue]
      return Entry(
        url: text(.url) ?? "", path: text(.path), format: text(.format),
        width: object[Field.width.rawValue]?.integer,
        height: object[Field.height.rawValue]?.integer,
        bytes: object[Field.bytes.rawValue]?.integer, source: text(.source),
        flags: object[Field.flags.rawValue]?.elements.compactMap(\.string) ?? [],
        errorCode: error?["code"]?.string, message: error?["message"]?.string,
        captions: captions.enumerated().compactMap { index, name in
          let value = PrintedRecord.text(of: object[Self.names.count + index])
          return value.isEmpty ? nil : Entry.Caption(name: name, value: value)
        })
    }
  }
}

// MARK: Page

extension ContactSheet {
  private static func page(title: String) -> (opening: [UInt8], closing: [UInt8]) {
    let style = String(decoding: PackageResources.sheet_css, as: UTF8.self)
    let script = String(decoding: PackageResources.sheet_js, as: UTF8.self)
    let parts = String(decoding: PackageResources.sheet_html, as: UTF8.self)
      .split(separator: "{{entries}}")
    let opening = parts[0].replacing("{{policy}}", with: policy(style, script))
      .replacing("{{style}}", with: style).replacing("{{script}}", with: script)
      .replacing("{{title}}", with: escaped(title))
    return (Array(opening.utf8), Array(parts[1].utf8))
  }

  /// Permits images next to the page and the page's own style and script, by their hashes, and
  /// nothing else, whatever an entry contains.
  ///
  /// `'self'` applies to pages on a server, `file:` to local files, which do not have an origin.
  private static func policy(_ style: String, _ script: String) -> String {
    [
      "default-src 'none'", "img-src 'self' file:", "style-src '\(digest(style))'",
      "script-src '\(digest(script))'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }

  private static func digest(_ text: String) -> String {
    "sha256-\(Base64.encode(Array(SHA256.hash(data: Array(text.utf8)))))"
  }

  /// Escapes text for the content of an element. Control characters, which HTML forbids
  /// (§13.2.3.5), become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\u{0}"..<" ", "\u{7F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Appends JSON that is valid in a script element.
  ///
  /// `</script`, `<!--` and `]]>` contain `<` or `>`, which occur in strings only and are escaped.
  /// U+2028 and U+2029 end a line in older JavaScript.
  private static func append(json: [UInt8], to output: inout [UInt8]) {
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "<"): output.append(contentsOf: #"\u003C"#.utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: #"\u003E"#.utf8)
      case 0xE2 where json[index...].starts(with: [0xE2, 0x80, 0xA8]):
        output.append(contentsOf: #"\u2028"#.utf8)
        index += 2
      case 0xE2 where json[index...].starts(with: [0xE2, 0x80, 0xA9]):
        output.append(contentsOf: #"\u2029"#.utf8)
        index += 2
      case let byte: output.append(byte)
      }
      index += 1
    }
  }
}
