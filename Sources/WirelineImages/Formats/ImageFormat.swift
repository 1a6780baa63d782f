internal import WirelineCore

/// An image format, detected from the first bytes of the content.
enum ImageFormat: String, Sendable, CaseIterable {
  /// `png` includes APNG, and `heic` any HEIF except AVIF.
  case jpeg, png, gif, webp, avif, heic, bmp, tiff, ico, svg

  /// Bytes that suffice for detection. All formats but SVG need less than 40; an SVG may have
  /// comments and a document type before its first element.
  static let sniffBytes = 4096

  var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .tiff: "tif"
    default: rawValue
    }
  }

  /// The registered media type, or the customary one if none is registered.
  var mediaType: String {
    switch self {
    case .ico: "image/vnd.microsoft.icon"
    case .svg: "image/svg+xml"
    // The most frequent formats as literals, to avoid building a string for each image.
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    default: "image/\(rawValue)"
    }
  }

  /// Detects the format. Nil for unknown content, and if more bytes are needed.
  init?(_ head: ArraySlice<UInt8>) {
    let bytes = ByteReader(head.prefix(Self.sniffBytes))
    let format =
      Self.bySignature(bytes) ?? Self.byBoxes(bytes) ?? Self.byStructure(bytes)
      ?? (SVGRoot.isPresent(in: bytes) ? .svg : nil)
    guard let format else { return nil }
    self = format
  }

  private static func bySignature(_ bytes: ByteReader) -> ImageFormat? {
    switch bytes.byte(0) {
    case 0xFF where bytes.big16(0) == 0xFFD8 && bytes.byte(2) == 0xFF: .jpeg
    case 0x89 where bytes.big32(0) == 0x8950_4E47 && bytes.big32(4) == 0x0D0A_1A0A: .png
    case 0x47 where bytes.matches("GIF87a") || bytes.matches("GIF89a"): .gif
    case 0x52 where bytes.matches("RIFF") && bytes.matches("WEBP", at: 8): .webp
    case 0x49, 0x4D: TIFFDirectory(bytes) == nil ? nil : .tiff
    default: nil
    }
  }

  private static func byBoxes(_ bytes: ByteReader) -> ImageFormat? {
    guard bytes.matches("ftyp", at: 4), let size = bytes.big32(0) else { return nil }
    switch bytes.text(8, 4) {
    case "avif", "avis": return .avif
    case "heic", "heix", "hevc", "heim", "heis", "hevx", "hevm", "hevs": return .heic
    case "mif1", "msf1", "heif", "miaf": break
    default: return nil
    }
    // These major brands are valid in every HEIF; the compatible brands decide.
    let end = min(size, sniffBytes)
    guard bytes.count >= end else { return nil }
    for offset in stride(from: 16, to: end, by: 4) {
      if bytes.matches("avif", at: offset) || bytes.matches("avis", at: offset) { return .avif }
      if bytes.matches("hei", at: offset) || bytes.matches("hevc", at: offset) { return .heic }
    }
    return .heic
  }

  private static func byStructure(_ bytes: ByteReader) -> ImageFormat? {
    switch bytes.byte(0) {
    case 0x42 where bytes.byte(1) == 0x4D: isBitmap(bytes) ? .bmp : nil
    case 0 where bytes.little32(0) == 0x1_0000: isIcon(bytes) ? .ico : nil
    default: nil
    }
  }

  /// Checks the length of the second header: OS/2 1 to Windows 98 used these values.
  private static func isBitmap(_ bytes: ByteReader) -> Bool {
    guard let size = bytes.little32(14) else { return false }
    return size == 12 || (16...64).contains(size) || size == 108 || size == 124
  }

  /// Checks that the first image is stored after the directory: Targa files may begin like icons.
  private static func isIcon(_ bytes: ByteReader) -> Bool {
    guard let entries = bytes.little16(4), entries > 0, let size = bytes.little32(14),
      let offset = bytes.little32(18)
    else { return false }
    return size > 0 && offset >= 6 + 16 * entries
  }
}

// MARK: Names

extension ImageFormat {
  /// The format that a lower-case file name extension stands for, or nil.
  init?(fileExtension: String) {
    switch fileExtension {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "apng": self = .png
    case "tif", "tiff": self = .tiff
    case "heic", "heif", "hif": self = .heic
    default:
      guard let format = ImageFormat(rawValue: fileExtension) else { return nil }
      self = format
    }
  }

  /// Whether a `Content-Type` value is this format's media type or a common alias of it. A value
  /// that claims nothing matches every format.
  func isNamed(byField field: String) -> Bool {
    let type = field.prefix { $0 != ";" }.trimmingSpaces.lowercased()
    if ["", mediaType, "application/octet-stream", "binary/octet-stream"].contains(type) {
      return true
    }
    let others: [String] =
      switch self {
      case .jpeg: ["image/jpg", "image/pjpeg"]
      case .png: ["image/apng", "image/x-png"]
      case .heic: ["image/heif", "image/heic-sequence", "image/heif-sequence"]
      case .avif: ["image/avif-sequence"]
      case .bmp: ["image/x-ms-bmp", "image/x-bmp"]
      case .ico: ["image/x-icon"]
      case .gif, .webp, .tiff, .svg: []
      }
    return others.contains(type)
  }
}
