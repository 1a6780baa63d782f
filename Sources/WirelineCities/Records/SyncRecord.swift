internal import WirelineCore

/// What a sync did, as a line: what `cities-sync` prints.
package struct SyncRecord: Sendable {
  package var report: CitySyncReport
  /// How many favourites there are; nil where that is not known.
  package var favorites: Int?
  package var elapsed: Duration
  /// Seconds since 1970, for the age.
  package var now: Int

  package init(_ report: CitySyncReport, favorites: Int?, elapsed: Duration, now: Int) {
    self.report = report
    self.favorites = favorites
    self.elapsed = elapsed
    self.now = now
  }

  /// The record with its line feed.
  package var lineBytes: [UInt8] {
    let metadata = report.metadata
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("ref", 1)
    writer.member("action", report.action.rawValue)
    writer.member("cities", metadata.cities)
    if let favorites { writer.member("favorites", favorites) }
    if let changes = report.changes {
      writer.member("added", changes.added)
      writer.member("removed", changes.removed)
      writer.member("changed", changes.changed)
    }
    if let badRows = report.badRows { writer.member("bad_rows", badRows) }
    writer.member("updated_at", CivilDate.timestamp(metadata.updatedAt))
    writer.member("checked_at", CivilDate.timestamp(metadata.checkedAt))
    writer.member("age_s", max(0, now - metadata.updatedAt))
    if let bytes = report.bytes { writer.member("bytes", bytes) }
    writer.member("elapsed_ms", elapsed.milliseconds)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
