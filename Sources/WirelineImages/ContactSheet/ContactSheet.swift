internal import WirelineCore

/// A page that shows a batch of images: one HTML file without scripts.
///
/// Thumbnails are the stored images themselves, by relative reference, so that the page can be
/// moved together with the images. Entries are written as they arrive; the filters, whose numbers
/// are then known, at the end.
///
/// Not thread-safe.
final class ContactSheet {
  private var file: BufferedFile
  private let references: RelativeReference
  /// The number of entries by class.
  private var counts: [String: Int] = [:]

  private static let failed = "failed"
  /// The class of an image of unknown format.
  private static let other = "other"

  init(path: String) throws(FileError) {
    file = BufferedFile(try AtomicFile(path: path, sweeps: true))
    references = RelativeReference(from: path)
    try file.write(Array(Self.opening.utf8))
  }

  func append(_ entry: Entry) throws(FileError) {
    let format = entry.format.flatMap { ImageFormat(rawValue: $0) }?.rawValue ?? Self.other
    let name = entry.errorCode == nil ? format : Self.failed
    counts[name, default: 0] += 1
    var html = "<li class=\(name)>"
    if let path = entry.path {
      let reference = references.reference(to: path)
      html += "<a href=\"\(reference)\"><img loading=lazy src=\"\(reference)\" alt=\"\"></a>"
    }
    html += "<p>\(Self.link(entry.boundedURL))"
    if let code = entry.errorCode { html += "<br><b>\(Self.escaped(code))</b>" }
    for line in entry.lines { html += "<br>\(Self.escaped(line))" }
    try file.write(Array((html + "\n").utf8))
  }

  func finish() throws(FileError) {
    var html = "</ul>\n<nav>\n" + Self.filter("all", counts.values.reduce(0, +), isChecked: true)
    for (name, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      html += Self.filter(name, count)
    }
    try file.write(Array((html + "</nav>\n</body>\n</html>\n").utf8))
    try file.commit()
  }
}

// MARK: Page

extension ContactSheet {
  private static var opening: String {
    let names = ImageFormat.allCases.map(\.rawValue) + [other, failed]
    let filters = names.map { "body:has(#\($0):checked) li:not(.\($0)) { display: none; }\n" }
    let style = String(decoding: PackageResources.sheet_css, as: UTF8.self) + filters.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy(style))">
      <meta name="referrer" content="no-referrer">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>imgfetch</title>
      <style>\(style)</style>
      </head>
      <body>
      <ul>

      """
  }

  /// Permits images next to the page and the page's own style, by its hash, and nothing else,
  /// whatever an entry contains.
  ///
  /// `'self'` applies to pages on a server, `file:` to local files, which do not have an origin.
  private static func policy(_ style: String) -> String {
    let digest = Base64.encode(Array(SHA256.hash(data: Array(style.utf8))))
    return "default-src 'none'; img-src 'self' file:; style-src 'sha256-\(digest)';"
      + " base-uri 'none'; form-action 'none'"
  }

  private static func filter(_ name: String, _ count: Int, isChecked: Bool = false) -> String {
    "<label><input type=radio name=show id=\(name)\(isChecked ? " checked" : "")>"
      + " \(name) \(AmountText.grouped(count))</label>\n"
  }

  /// The URL, as a link only if it is one of the web.
  private static func link(_ url: String) -> String {
    let text = escaped(url)
    let isLink = ["http://", "https://"].contains { url.hasPrefix($0) }
    return isLink ? "<a href=\"\(text)\">\(text)</a>" : text
  }

  /// Escapes text for the content of an element and for a quoted attribute. Control characters,
  /// which HTML forbids (§13.2.3.5), become U+FFFD.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{0}"..<" ", "\u{7F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
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
    /// The copied fields, such as `name: Café`.
    var captions: [String] = []

    /// In bytes; servers rarely accept longer URLs.
    private static let longestURL = 4096
    private static let longestText = 1024

    /// The URL, shortened. A shortened one begins with its length, so that it is not a link.
    var boundedURL: String {
      url.utf8.count > Self.longestURL
        ? "(\(url.utf8.count) bytes) " + Self.shortened(url, to: Self.longestURL) : url
    }

    /// The lines below the URL, shortened.
    var lines: [String] {
      var properties: [String] = []
      if let width, let height { properties.append("\(width)×\(height)") }
      if let bytes { properties.append(AmountText.size(bytes)) }
      properties += [source].compactMap(\.self) + flags
      let lines = captions + [properties.joined(separator: " · ")] + [message].compactMap(\.self)
      return lines.filter { !$0.isEmpty }.map { Self.shortened($0, to: Self.longestText) }
    }

    private static func shortened(_ text: String, to count: Int) -> String {
      text.utf8.count > count ? text.cut(to: count) + "…" : text
    }
  }

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
          return value.isEmpty ? nil : "\(name): \(value)"
        })
    }
  }
}
