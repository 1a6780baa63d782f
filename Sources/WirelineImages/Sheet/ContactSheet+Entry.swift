extension ContactSheet {
  /// One cell of the sheet: an image, or what became of it.
  package struct Entry: Sendable, Equatable {
    /// As it was given; empty if there was none.
    package var url: String
    /// The stored file, absolute or from the current directory; nil if there is none.
    package var path: String?
    /// `jpeg`, `png` …; nil if unknown.
    package var format: String?
    /// In pixels; nil if unknown.
    package var width: Int?
    /// In pixels; nil if unknown.
    package var height: Int?
    /// The file's size; nil if unknown.
    package var bytes: Int?
    /// `network`, `storage` …; nil for a failure.
    package var source: String?
    /// What is odd about it: `extension_mismatch` ….
    package var flags: [String]
    /// The stable code of what went wrong; an entry that has one is a failure.
    package var errorCode: String?
    /// What went wrong, for a reader.
    package var message: String?

    package init(
      url: String, path: String? = nil, format: String? = nil, width: Int? = nil,
      height: Int? = nil, bytes: Int? = nil, source: String? = nil, flags: [String] = [],
      errorCode: String? = nil, message: String? = nil
    ) {
      self.url = url
      self.path = path
      self.format = format
      self.width = width
      self.height = height
      self.bytes = bytes
      self.source = source
      self.flags = flags
      self.errorCode = errorCode
      self.message = message
    }
  }
}

extension ContactSheet.Entry {
  /// Only these become links: any other scheme may run something.
  var isLinkable: Bool {
    let scheme = url.prefix { $0 != ":" }
    return ["http", "https"].contains(scheme.lowercased())
      && url.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
  }

  /// The same with texts that a page can hold: strangers write URLs and messages of any length.
  var bounded: Self {
    var entry = self
    // The URL of a cell must stay the one that was asked, or be no link: a cut one starts with
    // its length.
    if url.utf8.count > Self.longestURL {
      entry.url = "(\(url.utf8.count) bytes) " + Self.cut(url, to: Self.longestURL)
    }
    entry.message = message.map { Self.cut($0, to: Self.longestMessage) }
    return entry
  }

  /// In bytes; what servers take is rarely longer.
  private static let longestURL = 4096
  /// In bytes.
  private static let longestMessage = 1024

  private static func cut(_ text: String, to count: Int) -> String {
    guard text.utf8.count > count else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: count)
    // A byte that continues a character is no place to cut, and one has four at most.
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
      end = text.utf8.index(before: end)
    }
    return text[..<end] + "…"
  }
}
