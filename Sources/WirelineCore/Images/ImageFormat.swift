/// An image's format, told from its first bytes and nothing else.
package enum ImageFormat: String, Sendable, CaseIterable {
  case jpeg, png, gif, webp, avif, heic, jxl, bmp, tiff, ico, svg

  /// Bytes that are enough to tell.
  package static let sniffBytes = 512

  /// The file name extension, without a dot.
  package var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// The registered media type.
  package var mediaType: String {
    switch self {
    case .ico: "image/vnd.microsoft.icon"
    case .svg: "image/svg+xml"
    default: "image/\(rawValue)"
    }
  }

  /// Tells the format; nil for what is no image known here.
  package init?(_ head: ArraySlice<UInt8>) {
    let text = { (offset: Int, count: Int) in
      String(decoding: head.dropFirst(offset).prefix(count), as: UTF8.self)
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if text(0, 6) == "GIF87a" || text(0, 6) == "GIF89a" {
      self = .gif
    } else if text(0, 4) == "RIFF", text(8, 4) == "WEBP" {
      self = .webp
    } else if text(4, 4) == "ftyp", let format = Self.isoBrand(text(8, 4)) {
      self = format
    } else if head.starts(with: [0xFF, 0x0A])
      || head.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20])
    {
      self = .jxl
    } else if text(0, 2) == "BM", head.count >= 26 {
      self = .bmp
    } else if head.starts(with: [0x49, 0x49, 0x2A, 0]) || head.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if head.starts(with: [0, 0, 1, 0]), head.count > 5, head[head.startIndex + 4] > 0 {
      self = .ico
    } else if Self.isSVG(text(0, Self.sniffBytes)) {
      self = .svg
    } else {
      return nil
    }
  }

  /// The major brand of an ISO base media file, ISO/IEC 23008-12.
  private static func isoBrand(_ brand: String) -> ImageFormat? {
    switch brand {
    case "avif", "avis": .avif
    case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1": .heic
    default: nil
    }
  }

  private static func isSVG(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    return start.hasPrefix("<svg") || start.hasPrefix("<?xml") && start.contains("<svg")
  }
}
