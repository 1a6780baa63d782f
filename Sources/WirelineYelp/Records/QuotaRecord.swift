internal import WirelineCore

/// The calls that an API key has left: what `yelp-query quota` prints.
package struct QuotaRecord: Sendable {
  /// Nil where nothing is known: no call was made today.
  package var quota: YelpQuota?
  /// Seconds since 1970.
  package var now: Int

  package init(quota: YelpQuota?, now: Int) {
    self.quota = quota
    self.now = now
  }

  /// The record with its line feed; what is not known is absent.
  ///
  /// - `daily_limit`, `remaining`: calls a day, and left of them; those on their
  ///   way are taken off, and it is never below 0.
  /// - `resource_daily_limit`, `resource_remaining`: the same for the endpoint that
  ///   was asked last, as it answered.
  /// - `reset_at`, `updated_at`: RFC 3339, UTC: when the calls are counted anew, and
  ///   when the server said this.
  /// - `age_s`: seconds since `updated_at`.
  package var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("ref", 1)
    if let quota { write(quota, to: &writer) }
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func write(_ quota: YelpQuota, to writer: inout JSONWriter) {
    if let limit = quota.dailyLimit { writer.member("daily_limit", limit) }
    if let remaining = quota.remaining { writer.member("remaining", max(0, remaining)) }
    if let limit = quota.resourceDailyLimit { writer.member("resource_daily_limit", limit) }
    if let remaining = quota.resourceRemaining { writer.member("resource_remaining", remaining) }
    if let resetAt = quota.exhaustedUntil ?? quota.resetAt {
      writer.member("reset_at", CivilDate.timestamp(resetAt))
    }
    if let updatedAt = quota.updatedAt {
      writer.member("updated_at", CivilDate.timestamp(updatedAt))
      writer.member("age_s", max(0, now - updatedAt))
    }
  }
}
