internal import WirelineCore
internal import WirelineRequests

/// An image in the store. A class, because it is passed on often and never changes.
final class StoredImage: Sendable {
  /// The output directory as given, joined with the file's path below it.
  let path: String
  let header: ImageHeader
  let bytes: Int
  /// The content's hash, 64 hexadecimal digits; nil if the content was not read.
  let sha256: String?
  /// Anomalies, such as `extension_mismatch`.
  let flags: [String]
  /// Validators for conditional requests.
  let etag: String?
  let lastModified: String?
  /// When the file was written, in seconds since 1970.
  let storedAt: Int
  /// When it was last stored or revalidated, in seconds since 1970.
  let checkedAt: Int

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

  /// The image after the server has confirmed it. Keeps validators that the response lacks.
  func checked(_ headers: HeaderFields, at time: Int) -> StoredImage {
    StoredImage(
      path: path, header: header, bytes: bytes, sha256: sha256, flags: flags,
      etag: headers["ETag"] ?? etag, lastModified: headers["Last-Modified"] ?? lastModified,
      storedAt: storedAt, checkedAt: time)
  }

  static let filterFlag = "filter_failed"

  /// The flag of a damaged image, which lookups ignore.
  static let damageFlag = "damaged"

  /// Whether a conditional request is possible. An image whose filter failed is fetched again.
  var hasValidators: Bool {
    (etag != nil || lastModified != nil) && !flags.contains(Self.filterFlag)
  }

  /// The flags of a file: `implausible_size` if its header promises many more pixels than any
  /// encoding achieves with so few bytes.
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

  func row(_ address: ImageAddress, path: String, usedAt: Int) -> IndexedImage {
    IndexedImage(
      key: address.key, url: address.url.text, path: path, etag: etag, lastModified: lastModified,
      sha256: sha256, bytes: bytes, format: header.format, width: header.width,
      height: header.height, frames: header.frames, orientation: header.orientation,
      storedAt: storedAt, checkedAt: checkedAt, usedAt: usedAt, flags: flags)
  }
}

/// A request for an image. A class, because it is passed on often.
final class ImageRequest: Sendable {
  let address: ImageAddress
  /// The image that is already stored.
  let known: StoredImage?
  /// The memory tier; nil for the store's default.
  let latency: ImageLatency?

  init(_ address: ImageAddress, known: StoredImage? = nil, latency: ImageLatency? = nil) {
    self.address = address
    self.known = known
    self.latency = latency
  }
}

/// An image and its source.
struct FetchedImage: Sendable {
  enum Source: String, Sendable {
    case memory, joined, storage, network, revalidated
  }

  let image: StoredImage
  private(set) var source: Source
  /// The URL after redirects; nil if it is the requested one.
  let finalURL: String?
  let status: Int?
  let attempts: Int?
  let elapsed: Duration?

  init(
    _ image: StoredImage, source: Source, response: Response? = nil, requested: RequestURL? = nil
  ) {
    self.image = image
    self.source = source
    finalURL = response.flatMap { $0.url == requested ? nil : $0.url.text }
    status = response?.status
    attempts = response?.attempts
    // Response records of other tools may lack the time.
    elapsed = response.flatMap { $0.elapsed > .zero ? $0.elapsed : nil }
  }

  /// The image as reported to requests that joined the download.
  var joined: FetchedImage {
    var joined = self
    if source == .network || source == .revalidated { joined.source = .joined }
    return joined
  }
}

struct ImageFacts: Sendable {
  var header: ImageHeader
  var bytes: Int
  var sha256: String
  var flags: [String]
  let etag: String?
  let lastModified: String?

  init(header: ImageHeader, bytes: Int, sha256: String, response: Response, requested: RequestURL) {
    self.header = header
    self.bytes = bytes
    self.sha256 = sha256
    flags =
      Self.flags(header.format, response, requested) + StoredImage.flags(header, bytes: bytes)
    etag = response.head.headers["ETag"]
    lastModified = response.head.headers["Last-Modified"]
  }

  private static func flags(
    _ format: ImageFormat, _ response: Response, _ requested: RequestURL
  ) -> [String] {
    var flags: [String] = []
    let path = requested.path
    if let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
      let claimed = ImageFormat(fileExtension: path[path.utf8.index(after: dot)...].lowercased()),
      claimed != format
    {
      flags.append("extension_mismatch")
    }
    // Most servers send exactly the registered type.
    if let type = response.head.headers["Content-Type"], type != format.mediaType,
      !format.isNamed(byField: type)
    {
      flags.append("media_type_mismatch")
    }
    return flags
  }
}
