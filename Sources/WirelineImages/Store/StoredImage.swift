internal import WirelineRequests

/// An image in the store. A class, because it is passed on often and never changes.
final class StoredImage: Sendable {
  private let directory: String
  let entry: IndexedImage

  init(_ entry: IndexedImage, in directory: String) {
    self.directory = directory
    self.entry = entry
  }

  /// The output directory as given, joined with the file's path below it. Not stored: thousands of
  /// images are kept in memory.
  var path: String { "\(directory)/\(entry.path)" }

  static let filterFlag = "filter_failed"

  /// The flag of an image that `--encode-unsupported keep` stored unchanged.
  static let unprocessedFlag = "unprocessed"

  /// The flag of an image of which only a part could be decoded.
  static let damageFlag = "damaged"

  /// Whether a conditional request is possible. An image whose filter failed is fetched again.
  var hasValidators: Bool {
    (entry.etag != nil || entry.lastModified != nil) && !entry.flags.contains(Self.filterFlag)
  }
}

/// A request for an image. A class, because it is passed on often.
final class ImageRequest: Sendable {
  struct Options: Sendable {
    var priority = 0
    /// The memory tier; nil for the store's default.
    var memoryClass: MemoryClass?
    var expected: ExpectedHash?
    /// The header fields of this image's request.
    var headers: HeaderFields = [:]
    /// The name of a new image; nil for that of the layout.
    var name: ImageName?
    /// The reference to the first input item, as JSON, for logs.
    var ref: [UInt8]?
  }

  let address: ImageAddress
  let options: Options
  /// The stored image, which the request replaces or renews.
  let known: StoredImage?

  init(_ address: ImageAddress, _ options: Options = Options(), known: StoredImage? = nil) {
    self.address = address
    self.options = options
    self.known = known
  }
}

/// An image and its source.
struct FetchedImage: Sendable {
  enum Source: String, Sendable {
    case memory, joined, storage, network, revalidated
  }

  var image: StoredImage
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

extension IndexedImage {
  /// The image in a response, before it has a path and times.
  init(
    _ address: ImageAddress, header: ImageHeader, bytes: Int, sha256: ImageKey,
    response: Response
  ) {
    self.init(
      key: address.key, url: address.url.text, path: "", etag: response.head.headers["ETag"],
      lastModified: response.head.headers["Last-Modified"], sha256: sha256, bytes: bytes,
      header: header, storedAt: 0, checkedAt: 0, usedAt: 0,
      flags: Self.flags(of: response, format: header.format, url: address.url)
        + header.flags(bytes: bytes))
  }

  private static func flags(
    of response: Response, format: ImageFormat, url: RequestURL
  ) -> [String] {
    var flags: [String] = []
    let path = url.path
    if !path.hasSuffix(".\(format.fileExtension)"),
      let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
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

extension ImageHeader {
  /// The flags of a file: `implausible_size` if its header promises many more pixels than any
  /// encoding achieves with so few bytes.
  func flags(bytes: Int) -> [String] {
    guard let width, let height else { return [] }
    let pixels = Double(width) * Double(height)
    return pixels > 100e6 && pixels / Double(max(1, bytes)) > 100e3 ? ["implausible_size"] : []
  }
}
