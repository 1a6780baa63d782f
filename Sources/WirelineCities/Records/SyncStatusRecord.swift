internal import WirelineCore
internal import WirelineRequests

/// How things are with a city database: what `cities-sync --status` prints.
package struct SyncStatusRecord: Sendable {
  package var database: String
  package var metadata: CityMetadata
  package var state: SyncState
  package var ttl: Duration
  /// Nil if they cannot be read.
  package var favorites: [Favorite]?
  /// Favourites whose city is gone from the data.
  package var orphans: [Favorite]
  /// Databases of before that are kept.
  package var generations: Int
  /// Seconds since 1970.
  package var now: Int

  package init(
    database: String, metadata: CityMetadata, state: SyncState, ttl: Duration,
    favorites: [Favorite]?, orphans: [Favorite], generations: Int, now: Int
  ) {
    self.database = database
    self.metadata = metadata
    self.state = state
    self.ttl = ttl
    self.favorites = favorites
    self.orphans = orphans
    self.generations = generations
    self.now = now
  }

  /// The moment from which a run asks the source, in seconds since 1970.
  private var nextRun: Int {
    let due = metadata.checkedAt + Int(max(.zero, ttl - SyncPlan.slack).components.seconds)
    return max(due, state.source == metadata.source ? state.notBefore ?? 0 : 0)
  }

  /// The record with its line feed.
  package var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("ref", 1)
    writer.member("database", database)
    let isURL = RequestURL.looksAbsolute(metadata.source)
    writer.member("source", isURL ? Secrets.redacted(url: metadata.source) : metadata.source)
    writer.member("cities", metadata.cities)
    if let favorites { writer.member("favorites", favorites.count) }
    writer.key("orphans")
    writer.beginArray()
    for orphan in orphans {
      writer.beginObject()
      orphan.city.writeMembers(to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.member("updated_at", CivilDate.timestamp(metadata.updatedAt))
    writer.member("checked_at", CivilDate.timestamp(metadata.checkedAt))
    writer.member("age_s", max(0, now - metadata.updatedAt))
    writer.member("next_run_at", CivilDate.timestamp(nextRun))
    if let etag = metadata.etag { writer.member("etag", etag) }
    if let date = metadata.lastModified { writer.member("last_modified", date) }
    writer.member("sha256", metadata.sha256)
    writer.member("generations", generations)
    writer.member("failures", state.failures)
    if let error = state.error { writer.member("last_error", error) }
    if let failedAt = state.failedAt {
      writer.member("failed_at", CivilDate.timestamp(failedAt))
    }
    if let notBefore = state.notBefore, notBefore > now {
      writer.member("not_before", CivilDate.timestamp(notBefore))
    }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
