internal import WirelineRequests

/// An image that lies in the store. An object, because it goes through many hands
/// and never changes.
package final class StoredImage: Sendable {
  /// The output directory as given, joined with the file's name there.
  package let path: String
  package let header: ImageHeader
  /// Length of the file.
  package let bytes: Int
  /// Of the content, 64 hexadecimal digits; nil when it was not read whole.
  package let sha256: String?
  /// What is odd about it.
  package let flags: [String]
  /// The `ETag` field's value, for asking again.
  package let etag: String?
  /// The `Last-Modified` field's value, likewise.
  package let lastModified: String?
  /// When the file was written, in seconds since 1970.
  package let storedAt: Int
  /// When it was last stored or found to be what the server has, likewise.
  package let checkedAt: Int

  init(
    path: String, header: ImageHeader, bytes: Int, sha256: String?, flags: [String],
    etag: String? = nil, lastModified: String? = nil, storedAt: Int, checkedAt: Int
  ) {
    self.path = path
    self.header = header
    self.bytes = bytes
    self.sha256 = sha256
    self.flags = flags
    self.etag = etag
    self.lastModified = lastModified
    self.storedAt = storedAt
    self.checkedAt = checkedAt
  }

  /// The same image, which the server says is what it was.
  ///
  /// - Parameters:
  ///   - headers: of that answer; what it does not say stays.
  ///   - time: now, in seconds since 1970.
  func checked(_ headers: HeaderFields, at time: Int) -> StoredImage {
    StoredImage(
      path: path, header: header, bytes: bytes, sha256: sha256, flags: flags,
      etag: headers["ETag"] ?? etag, lastModified: headers["Last-Modified"] ?? lastModified,
      storedAt: storedAt, checkedAt: time)
  }

  /// The flag of an image that the user's program could not do anything with.
  static let filterFlag = "filter_failed"

  /// The flag of an image that was found to be damaged: it is not found any more.
  static let damageFlag = "damaged"

  /// Whether the server can be asked for changes alone.
  /// An image that was not filtered is to come once more.
  package var hasValidators: Bool {
    (etag != nil || lastModified != nil) && !flags.contains(Self.filterFlag)
  }

  /// What is odd about a file itself: a header that promises many more pixels
  /// than any coding makes of so few bytes.
  static func flags(_ header: ImageHeader, bytes: Int) -> [String] {
    guard let width = header.width, let height = header.height else { return [] }
    let pixels = Double(width) * Double(height)
    return pixels > 100e6 && pixels / Double(max(1, bytes)) > 100e3 ? ["implausible_size"] : []
  }
}

extension StoredImage {
  convenience init(_ row: IndexedImage, directory: String) {
    self.init(
      path: "\(directory)/\(row.path)",
      header: ImageHeader(
        format: row.format, width: row.width, height: row.height, frames: row.frames,
        orientation: row.orientation),
      bytes: row.bytes, sha256: row.sha256, flags: row.flags, etag: row.etag,
      lastModified: row.lastModified, storedAt: row.storedAt, checkedAt: row.checkedAt)
  }

  /// What the index is to know of it.
  ///
  /// - Parameter path: below the output directory.
  func row(_ address: ImageAddress, path: String, usedAt: Int) -> IndexedImage {
    IndexedImage(
      key: address.key, url: address.url.text, path: path, etag: etag, lastModified: lastModified,
      sha256: sha256, bytes: bytes, format: header.format, width: header.width,
      height: header.height, frames: header.frames, orientation: header.orientation,
      storedAt: storedAt, checkedAt: checkedAt, usedAt: usedAt, flags: flags)
  }
}
