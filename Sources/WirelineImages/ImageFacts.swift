internal import WirelineRequests

/// What is known of an image when all of it is here.
struct ImageFacts: Sendable {
  var header: ImageHeader
  /// Length of the file.
  var bytes: Int
  /// 64 hexadecimal digits.
  var sha256: String
  /// What is odd about it.
  var flags: [String]
  var etag: String?
  var lastModified: String?

  init(
    header: ImageHeader, bytes: Int, sha256: String, response: Response, asked: RequestURL
  ) {
    self.header = header
    self.bytes = bytes
    self.sha256 = sha256
    flags =
      Self.flags(header.format, response, asked) + StoredImage.flags(header, bytes: bytes)
    etag = response.head.headers["ETag"]
    lastModified = response.head.headers["Last-Modified"]
  }

  private static func flags(
    _ format: ImageFormat, _ response: Response, _ asked: RequestURL
  ) -> [String] {
    var flags: [String] = []
    if let claimed = claimed(asked.path, format), claimed != format {
      flags.append("extension_mismatch")
    }
    // Most servers say it just so.
    if let type = response.head.headers["Content-Type"], type != format.mediaType,
      !format.isNamed(byField: type)
    {
      flags.append("media_type_mismatch")
    }
    return flags
  }

  /// The format that a path claims; nil where it claims none.
  ///
  /// - Parameter format: what it is, which most claim.
  private static func claimed(_ path: String, _ format: ImageFormat) -> ImageFormat? {
    let (name, usual) = (path.utf8, format.fileExtension.utf8)
    if name.suffix(usual.count).elementsEqual(usual),
      name.dropLast(usual.count).last == UInt8(ascii: ".")
    {
      return format
    }
    return name.lastIndex(of: UInt8(ascii: ".")).flatMap { dot in
      ImageFormat(fileExtension: path[name.index(after: dot)...].lowercased())
    }
  }
}
