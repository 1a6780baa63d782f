internal import WirelineCore

/// A fetched image as `imgfetch` prints it.
struct ImageRecord: Sendable {
  let image: FetchedImage
  let ref: [UInt8]
  let url: String

  static let fields = [
    "ref", "url", "final_url", "path", "source", "status", "format", "media_type", "width",
    "height", "frames", "orientation", "bytes", "sha256", "original", "attempts", "elapsed_ms",
    "caption", "flags",
  ]

  /// Writes the record's fields into an open object.
  func writeFields(to writer: inout JSONWriter) {
    let (stored, header) = (image.image.entry, image.image.entry.header)
    writer.field("ref", raw: ref)
    writer.field("url", url)
    if let finalURL = image.finalURL { writer.field("final_url", finalURL) }
    writer.field("path", image.image.path)
    writer.field("source", image.source.rawValue)
    if let status = image.status { writer.field("status", status) }
    writer.field("format", header.format.rawValue)
    writer.field("media_type", header.format.mediaType)
    if let width = header.width { writer.field("width", width) }
    if let height = header.height { writer.field("height", height) }
    if let frames = header.frames { writer.field("frames", frames) }
    if let orientation = header.orientation { writer.field("orientation", orientation) }
    writer.field("bytes", stored.bytes)
    writer.field("sha256", stored.sha256.hexadecimal)
    if let original = stored.original { Self.write(original, to: &writer) }
    if let attempts = image.attempts { writer.field("attempts", attempts) }
    if let elapsed = image.elapsed { writer.field("elapsed_ms", milliseconds: elapsed) }
    var flags = stored.flags
    if !Self.checkedFormats.contains(header.format) { flags.append("structure_unchecked") }
    if !flags.isEmpty { writer.field("flags", flags) }
  }

  /// The formats whose whole files `ImageStructure` validates; of AVIF and HEIC, it validates only
  /// the lengths of the outermost boxes.
  private static let checkedFormats: [ImageFormat] = [.png, .jpeg, .gif, .webp]

  private static func write(_ original: OriginalImage, to writer: inout JSONWriter) {
    writer.key("original")
    writer.object { writer in
      writer.field("format", original.format.rawValue)
      if let width = original.width { writer.field("width", width) }
      if let height = original.height { writer.field("height", height) }
      writer.field("bytes", original.bytes)
      writer.field("sha256", original.sha256.hexadecimal)
    }
  }
}

/// The planned action for an image, or its removal: a line of `imgfetch --dry-run` or `--remove`.
struct ImageActionRecord: Sendable {
  enum Action: String, Sendable {
    case fetch
    case revalidate
    /// The original is stored, and is processed without a download.
    case process
    case none
    /// A previous line requests the same image.
    case join
    case removed
    /// `--prune` would remove the image.
    case remove
  }

  static let fields = ["ref", "url", "action", "path", "bytes"]

  let action: Action
  let image: StoredImage?
  let ref: [UInt8]
  let url: String

  func writeFields(to writer: inout JSONWriter) {
    writer.field("ref", raw: ref)
    writer.field("url", url)
    writer.field("action", action.rawValue)
    guard let image else { return }
    writer.field("path", image.path)
    writer.field("bytes", image.entry.bytes)
  }
}

/// A stored image: a line of `imgfetch --list`.
struct ListedImageRecord: Sendable {
  static let table = TableView(
    optionalLast: ["ref", "stored_at", "url", "format", "width", "height", "bytes", "path"])

  let ref: Int
  let image: StoredImage

  func writeFields(to writer: inout JSONWriter) {
    let entry = image.entry
    writer.field("ref", ref)
    if !entry.url.isEmpty { writer.field("url", entry.url) }
    writer.field("path", image.path)
    writer.field("format", entry.header.format.rawValue)
    if let width = entry.header.width { writer.field("width", width) }
    if let height = entry.header.height { writer.field("height", height) }
    writer.field("bytes", entry.bytes)
    writer.field("stored_at", CivilDate.timestamp(entry.storedAt))
    writer.field("checked_at", CivilDate.timestamp(entry.checkedAt))
  }
}

/// The state of the store or the result of an operation on it: the output of `imgfetch --status`,
/// `--verify-store`, `--clear` and `--reindex`.
struct ImageStoreRecord: Sendable {
  let failures: Int
  let lineBytes: [UInt8]

  init(_ directory: String, _ status: ImageStoreStatus) {
    self.init(directory, failures: 0) { writer in
      writer.field("images", status.total.count)
      writer.field("bytes", status.total.bytes)
      Self.write(status.hosts, as: "hosts", name: "host", to: &writer)
      Self.write(status.formats, as: "formats", name: "format", to: &writer)
    }
  }

  init(_ directory: String, verified: ImageStore.Verification) {
    self.init(directory, failures: verified.damaged + verified.missing) { writer in
      writer.field("action", "verified")
      writer.field("images", verified.images)
      writer.field("bytes", verified.bytes)
      writer.field("damaged", verified.damaged)
      writer.field("missing", verified.missing)
    }
  }

  init(_ directory: String, cleared: ImageIndex.Sweep) {
    self.init(directory, failures: cleared.failed) { writer in
      writer.field("action", "cleared")
      writer.field("images", cleared.count)
      writer.field("bytes", cleared.bytes)
      writer.field("failed", cleared.failed)
    }
  }

  init(_ directory: String, reindexed report: ImageReindex.Report) {
    self.init(directory, failures: report.damaged + report.changed + report.unreadable) { writer in
      writer.field("action", "reindexed")
      writer.field("images", report.recovered)
      writer.field("bytes", report.bytes)
      writer.field("without_url", report.withoutURL)
      writer.field("damaged", report.damaged)
      writer.field("changed", report.changed)
      writer.field("unknown", report.unknown)
      writer.field("unreadable", report.unreadable)
      if report.duplicates > 0 { writer.field("duplicates", report.duplicates) }
      writer.field("gone", report.gone)
      if report.withoutURL > 0 { writer.field("not_recovered", ImageReindex.unrecoverable) }
    }
  }

  private init(_ directory: String, failures: Int, _ write: (inout JSONWriter) -> Void) {
    self.failures = failures
    lineBytes = JSONWriter.line { writer in
      writer.field("ref", 1)
      writer.field("directory", directory)
      write(&writer)
    }
  }

  private static func write(
    _ shares: [ImageStoreStatus.Share], as list: StaticString, name: StaticString,
    to writer: inout JSONWriter
  ) {
    writer.key(list)
    writer.array { writer in
      for share in shares {
        writer.object { writer in
          // The host of an image without URL is unknown.
          if !share.name.isEmpty { writer.field(name, share.name) }
          writer.field("images", share.count)
          writer.field("bytes", share.bytes)
        }
      }
    }
  }
}
