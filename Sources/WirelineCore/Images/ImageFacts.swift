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
    let path = asked.path.utf8
    if let dot = path.lastIndex(of: UInt8(ascii: ".")),
      let claimed = ImageFormat(fileExtension: asked.path[path.index(after: dot)...].lowercased()),
      claimed != format
    {
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
}
