internal import WirelineCore
internal import WirelineRequests

extension CitySyncReport {
  /// The fields of the record.
  static let recordFields = [
    "ref", "action", "cities", "added_places", "favorites", "added", "removed", "changed",
    "bad_rows", "updated_at", "checked_at", "age_s", "bytes", "elapsed_ms",
  ]

  /// The record of the sync, which `cities-sync` prints.
  ///
  /// - Parameter favorites: the number of favourites; nil if unknown.
  func record(favorites: Int?, elapsed: Duration, now: Int) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("ref", 1)
      writer.field("action", action.rawValue)
      metadata.writeCounts(to: &writer)
      if let favorites { writer.field("favorites", favorites) }
      if let changes {
        writer.field("added", changes.added)
        writer.field("removed", changes.removed)
        writer.field("changed", changes.changed)
      }
      if let badRows { writer.field("bad_rows", badRows) }
      writer.field("updated_at", CivilDate.timestamp(metadata.updatedAt))
      writer.field("checked_at", CivilDate.timestamp(metadata.checkedAt))
      writer.field("age_s", max(0, now - metadata.updatedAt))
      if let bytes { writer.field("bytes", bytes) }
      writer.field("elapsed_ms", milliseconds: elapsed)
    }
  }
}

extension CityMetadata {
  /// Writes the fields that records of a sync and of its status share.
  func writeCounts(to writer: inout JSONWriter) {
    writer.field("cities", cities)
    if let addedPlaces { writer.field("added_places", addedPlaces) }
  }
}
