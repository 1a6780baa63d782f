/// What the index of an output directory says of an image.
package struct IndexedImage: Sendable, Equatable {
  package let key: ImageKey
  /// As requested; empty where only the folder was there to ask.
  package var url: String
  /// Below the output directory.
  package var path: String
  /// The `ETag` field's value, for asking again.
  package var etag: String?
  /// The `Last-Modified` field's value, for asking again.
  package var lastModified: String?
  /// Of the content, 64 lower-case hexadecimal digits; anything else is not
  /// kept. Nil where the content was not read.
  package var sha256: String?
  /// Length of the file.
  package var bytes: Int
  package var format: ImageFormat
  /// Pixels.
  package var width: Int?
  package var height: Int?
  package var frames: Int?
  /// As EXIF has it, 1 to 8.
  package var orientation: Int?
  /// When the file was written, in seconds since 1970.
  package var storedAt: Int
  /// When it was last stored or found to be what the server has, likewise.
  package var checkedAt: Int
  /// When it was last wanted, likewise.
  package var usedAt: Int
  /// What is odd about it, as in the image record.
  package var flags: [String]

  package init(
    key: ImageKey, url: String, path: String, etag: String? = nil, lastModified: String? = nil,
    sha256: String? = nil, bytes: Int, format: ImageFormat, width: Int? = nil, height: Int? = nil,
    frames: Int? = nil, orientation: Int? = nil, storedAt: Int, checkedAt: Int, usedAt: Int,
    flags: [String] = []
  ) {
    self.key = key
    self.url = url
    self.path = path
    self.etag = etag
    self.lastModified = lastModified
    self.sha256 = sha256
    self.bytes = bytes
    self.format = format
    self.width = width
    self.height = height
    self.frames = frames
    self.orientation = orientation
    self.storedAt = storedAt
    self.checkedAt = checkedAt
    self.usedAt = usedAt
    self.flags = flags
  }

  /// The URL's host, lower case, without port; empty where there is no URL.
  package var host: String { Self.host(of: url) }

  /// Cheaper than `RequestURL`, and for URLs that came out of one.
  private static func host(of url: String) -> String {
    var url = url
    return url.withUTF8 { text in
      guard let scheme = text.firstIndex(of: UInt8(ascii: ":")), scheme + 2 < text.count,
        text[scheme + 1] == UInt8(ascii: "/"), text[scheme + 2] == UInt8(ascii: "/")
      else { return "" }
      var start = scheme + 3
      var end = start
      var port: Int?
      scan: while end < text.count {
        switch text[end] {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
        case UInt8(ascii: "@"): (start, port) = (end + 1, nil)
        case UInt8(ascii: "["): port = nil
        case UInt8(ascii: "]"): port = end
        case UInt8(ascii: ":"):
          // Within brackets it is a part of the address.
          if port == nil, text[start] != UInt8(ascii: "[") { port = end }
        default: break
        }
        end += 1
      }
      if start < text.count, text[start] == UInt8(ascii: "[") { start += 1 }
      let host = UnsafeBufferPointer(rebasing: text[start..<max(start, port ?? end)])
      return String(decoding: host, as: UTF8.self).lowercased()
    }
  }
}
