internal import WirelineCore

/// The state of the store or the result of an operation on it: the output of `imgfetch --status`,
/// `--verify-store`, `--clear` and `--reindex`.
package struct ImageStoreRecord: Sendable {
  /// The result of a verification.
  package struct Verification: Sendable, Equatable {
    package var images = 0
    /// The length of the files according to the index.
    package var bytes = 0
    package var damaged = 0
    package var missing = 0

    package init() {}

    package mutating func count(_ image: IndexedImage, _ fault: ImageStore.Fault?) {
      images += 1
      bytes += image.bytes
      if fault == .missing { missing += 1 } else if fault != nil { damaged += 1 }
    }
  }

  private enum Content: Sendable {
    case status(ImageIndexStatus)
    case verified(Verification)
    case cleared(ImageIndex.Sweep)
    case reindexed(ImageReindex.Report)
  }

  private let directory: String
  private let content: Content

  package init(_ directory: String, _ status: ImageIndexStatus) {
    self.directory = directory
    content = .status(status)
  }

  package init(_ directory: String, verified: Verification) {
    self.directory = directory
    content = .verified(verified)
  }

  package init(_ directory: String, cleared: ImageIndex.Sweep) {
    self.directory = directory
    content = .cleared(cleared)
  }

  package init(_ directory: String, reindexed: ImageReindex.Report) {
    self.directory = directory
    content = .reindexed(reindexed)
  }

  /// The number of images that are damaged or could not be removed.
  package var failures: Int {
    switch content {
    case .status: 0
    case .verified(let found): found.damaged + found.missing
    case .cleared(let sweep): sweep.failed
    case .reindexed(let report): report.damaged + report.unreadable
    }
  }

  /// The record with its line feed.
  package var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("ref", 1)
    writer.member("directory", directory)
    switch content {
    case .status(let status): Self.write(status, to: &writer)
    case .verified(let found):
      writer.member("action", "verified")
      writer.member("images", found.images)
      writer.member("bytes", found.bytes)
      writer.member("damaged", found.damaged)
      writer.member("missing", found.missing)
    case .cleared(let sweep):
      writer.member("action", "cleared")
      writer.member("images", sweep.count)
      writer.member("bytes", sweep.bytes)
      writer.member("failed", sweep.failed)
    case .reindexed(let report): Self.write(report, to: &writer)
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ status: ImageIndexStatus, to writer: inout JSONWriter) {
    writer.member("images", status.count)
    writer.member("bytes", status.bytes)
    write("hosts", "host", status.hosts, to: &writer)
    write("formats", "format", status.formats, to: &writer)
  }

  private static func write(
    _ list: String, _ name: String, _ shares: [ImageIndexStatus.Share], to writer: inout JSONWriter
  ) {
    writer.key(list)
    writer.beginArray()
    for share in shares {
      writer.beginObject()
      // The host of an image without URL is unknown.
      if !share.name.isEmpty { writer.member(name, share.name) }
      writer.member("images", share.count)
      writer.member("bytes", share.bytes)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ report: ImageReindex.Report, to writer: inout JSONWriter) {
    writer.member("action", "reindexed")
    writer.member("images", report.recovered)
    writer.member("bytes", report.bytes)
    writer.member("without_url", report.withoutURL)
    writer.member("damaged", report.damaged)
    writer.member("unknown", report.unknown)
    writer.member("unreadable", report.unreadable)
    if report.duplicates > 0 { writer.member("duplicates", report.duplicates) }
    writer.member("gone", report.gone)
    if report.withoutURL > 0 { writer.member("not_recovered", ImageReindex.unrecoverable) }
  }
}
