internal import WirelineCore
internal import WirelineRequests

/// An image and how it came.
package struct FetchedImage: Sendable {
  package enum Source: String, Sendable {
    case memory, joined, storage, network, revalidated
  }

  package let image: StoredImage
  package private(set) var source: Source
  /// The URL that answered, when it is not the one asked; nil otherwise.
  package let finalURL: String?
  package let status: Int?
  package let attempts: Int?
  package let elapsed: Duration?

  init(_ image: StoredImage, source: Source) {
    self.image = image
    self.source = source
    finalURL = nil
    status = nil
    attempts = nil
    elapsed = nil
  }

  init(_ image: StoredImage, source: Source, response: Response, asked: RequestURL) {
    self.image = image
    self.source = source
    finalURL = response.url == asked ? nil : response.url.text
    status = response.status
    attempts = response.attempts
    // What somebody else has fetched took its time there.
    elapsed = response.elapsed > .zero ? response.elapsed : nil
  }

  /// The same for those who asked while it was under way.
  var joined: FetchedImage {
    var joined = self
    if source == .network || source == .revalidated { joined.source = .joined }
    return joined
  }
}

extension ImageFormat {
  /// The format that a file name claims; nil for an extension that claims none.
  ///
  /// - Parameter fileExtension: lower case, without a dot.
  package init?(fileExtension: String) {
    switch fileExtension {
    case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
    case "apng": self = .png
    case "tif", "tiff": self = .tiff
    case "heic", "heif", "hif": self = .heic
    case "jp2", "jpx", "j2k", "j2c": self = .jp2
    case "pnm", "pbm", "pgm", "ppm", "pam": self = .pnm
    case "psd", "psb": self = .psd
    default:
      guard let format = ImageFormat(rawValue: fileExtension) else { return nil }
      self = format
    }
  }

  /// Whether a `Content-Type` field is this format's; an empty one is anything's.
  func isNamed(byField field: String) -> Bool {
    let type = field.prefix { $0 != ";" }.trimmingSpaces.lowercased()
    return type.isEmpty || isNamed(by: type)
  }

  /// Whether a media type, lower case, is this format's, or one that servers have
  /// for it.
  func isNamed(by type: String) -> Bool {
    if type == mediaType { return true }
    let others: [String] =
      switch self {
      case .jpeg: ["image/jpg", "image/pjpeg"]
      case .png: ["image/apng", "image/x-png"]
      case .heic: ["image/heif", "image/heic-sequence", "image/heif-sequence"]
      case .avif: ["image/avif-sequence"]
      case .bmp: ["image/x-ms-bmp", "image/x-bmp"]
      case .ico, .cur: ["image/x-icon", "image/vnd.microsoft.icon"]
      case .jp2: ["image/jpx", "image/j2c", "image/jpeg2000"]
      case .pnm:
        [
          "image/x-portable-bitmap", "image/x-portable-graymap", "image/x-portable-pixmap",
          "image/x-portable-arbitrarymap",
        ]
      case .psd: ["image/psd", "image/x-psd", "application/x-photoshop"]
      case .gif, .webp, .jxl, .tiff, .svg: []
      }
    return others.contains(type)
  }
}
