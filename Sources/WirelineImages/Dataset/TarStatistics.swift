internal import WirelineCore

/// The statistics of a shard, with the fields that img2dataset writes to `00000_stats.json`.
struct TarStatistics: Sendable, Equatable {
  private(set) var count = 0
  /// By error code, and `success`.
  private(set) var statuses: [String: Int] = [:]

  /// The codes of images that were downloaded but rejected.
  private static let contentCodes: Set<ErrorCode> = [
    .notAnImage, .unsupportedFormat, .damagedImage, .imageRejected, .processingFailed,
  ]

  /// - Parameter code: nil for an image.
  mutating func add(_ code: ErrorCode?) {
    count += 1
    statuses[code?.rawValue ?? "success", default: 0] += 1
  }

  /// The content of the file.
  ///
  /// - Parameters:
  ///   - part: the images of the shard.
  ///   - end: the time of completion.
  func lineBytes(_ part: TarPart, end: ContinuousClock.Instant) -> [UInt8] {
    let duration = ((end - part.start) / .milliseconds(1)).rounded() / 1000
    let successes = statuses["success"] ?? 0
    let rejected = Self.contentCodes.reduce(0) { $0 + (statuses[$1.rawValue] ?? 0) }
    return JSONWriter.line { writer in
      writer.field("count", count)
      writer.field("successes", successes)
      writer.field("failed_to_download", count - successes - rejected)
      writer.field("failed_to_resize", rejected)
      writer.field("duration", duration)
      writer.field("start_time", part.startTime)
      writer.field("end_time", Double(part.startTime) + duration)
      writer.field("status_dict", statuses.sorted { $0.key < $1.key })
      writer.field("urls_sha256", part.digest)
    }
  }
}

/// The images of a shard, as the input lists them.
struct TarPart: Sendable {
  let number: Int
  let start: ContinuousClock.Instant
  /// In seconds since 1970.
  let startTime: Int
  private(set) var count = 0
  private var hash = SHA256()

  init(_ number: Int, start: ContinuousClock.Instant, startTime: Int) {
    self.number = number
    self.start = start
    self.startTime = startTime
  }

  /// Adds an image.
  ///
  /// - Parameter url: empty for an item without a valid URL.
  mutating func add(_ url: String) {
    count += 1
    hash.update(data: Array(url.utf8) + [JSONByte.lineFeed])
  }

  /// The SHA-256 of all URLs, in hexadecimal digits.
  var digest: String { ImageKey(hash.finalize()).hexadecimal }
}
