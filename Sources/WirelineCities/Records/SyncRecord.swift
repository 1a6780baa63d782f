internal import WirelineCore
internal import WirelineRequests

/// The record of a sync, which `cities-sync` prints.
struct SyncRecord: Sendable {
  var report: CitySyncReport
  /// The number of favourites; nil if unknown.
  var favorites: Int?
  var elapsed: Duration
  var now: Int

  static let fields = [
    "ref", "action", "cities", "added_places", "favorites", "added", "removed", "changed",
    "bad_rows",
    "updated_at", "checked_at", "age_s", "bytes", "elapsed_ms",
  ]

  var lineBytes: [UInt8] {
    let metadata = report.metadata
    return JSONWriter.line { writer in
      writer.field("ref", 1)
      writer.field("action", report.action.rawValue)
      metadata.writeCounts(to: &writer)
      if let favorites { writer.field("favorites", favorites) }
      if let changes = report.changes {
        writer.field("added", changes.added)
        writer.field("removed", changes.removed)
        writer.field("changed", changes.changed)
      }
      if let badRows = report.badRows { writer.field("bad_rows", badRows) }
      writer.field("updated_at", CivilDate.timestamp(metadata.updatedAt))
      writer.field("checked_at", CivilDate.timestamp(metadata.checkedAt))
      writer.field("age_s", max(0, now - metadata.updatedAt))
      if let bytes = report.bytes { writer.field("bytes", bytes) }
      writer.field("elapsed_ms", milliseconds: elapsed)
    }
  }
}

extension CityMetadata {
  fileprivate func writeCounts(to writer: inout JSONWriter) {
    writer.field("cities", cities)
    if let addedPlaces { writer.field("added_places", addedPlaces) }
  }
}

/// The status of a city database, which `cities-sync --status` prints.
struct SyncStatusRecord: Sendable {
  var database: String
  var metadata: CityMetadata
  var state: SyncState
  var ttl: Duration
  /// The favourites; nil if they cannot be read.
  var favorites: [Favorite]?
  /// Favourites that the data no longer contains.
  var orphans: [City]
  var generations: Int
  var now: Int

  /// The time when the next run will query the source, in seconds since 1970.
  private var nextRun: Int {
    let due = metadata.checkedAt + Int(ttl.components.seconds)
    return max(due, state.source == metadata.source ? state.notBefore ?? 0 : 0)
  }

  var lineBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.field("ref", 1)
      writer.field("database", database)
      let isURL = RequestURL.looksAbsolute(metadata.source)
      writer.field("source", isURL ? Secrets.redacted(url: metadata.source) : metadata.source)
      metadata.writeCounts(to: &writer)
      if let favorites { writer.field("favorites", favorites.count) }
      writer.key("orphans")
      writer.array { writer in
        for orphan in orphans { writer.object { orphan.writeFields(to: &$0) } }
      }
      writer.field("updated_at", CivilDate.timestamp(metadata.updatedAt))
      writer.field("checked_at", CivilDate.timestamp(metadata.checkedAt))
      writer.field("age_s", max(0, now - metadata.updatedAt))
      writer.field("next_run_at", CivilDate.timestamp(nextRun))
      if let etag = metadata.etag { writer.field("etag", etag) }
      if let date = metadata.lastModified { writer.field("last_modified", date) }
      writer.field("sha256", metadata.sha256)
      writer.field("generations", generations)
      writer.field("failures", state.failures)
      if let error = state.error { writer.field("last_error", error) }
      if let failedAt = state.failedAt {
        writer.field("failed_at", CivilDate.timestamp(failedAt))
      }
      if let notBefore = state.notBefore, notBefore > now {
        writer.field("not_before", CivilDate.timestamp(notBefore))
      }
    }
  }
}
