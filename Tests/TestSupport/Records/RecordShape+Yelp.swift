// What yelp-query prints and no other tool does. No type of the tools is used here.
extension RecordShape {
  /// Any object of the API's, every field of it, and ours.
  package static let yelpResult = RecordShape(
    "result", required: ["ref": .scalar, "rank": .count], isOpen: true)

  /// `--links`
  package static let links = RecordShape(
    "links", required: ["ref": .scalar, "web": .text, "app": .text])

  /// `yelp-query quota`
  package static let quota = RecordShape(
    "quota", required: ["ref": .scalar],
    optional: [
      "daily_limit": .count, "remaining": .count, "resource_daily_limit": .count,
      "resource_remaining": .count, "reset_at": .time, "updated_at": .time, "age_s": .count,
    ])

  /// `--dry-run`
  package static let plan = RecordShape(
    "plan",
    required: ["questions": .count, "invalid": .count, "cached": .count, "calls": .count],
    optional: ["calls_at_most": .count, "remaining": .count])

  /// A line of `--event-log`.
  package static let callEvent = RecordShape(
    "event", required: ["event": .oneOf(["start", "retry", "complete"]), "time": .time],
    optional: [
      "ref": .scalar, "call": .count, "endpoint": .text, "method": .oneOf(["GET", "POST"]),
      "url": .text, "status": .count,
      "source": .oneOf(["network", "joined", "cache", "revalidated", "stale", "replay"]),
      "attempts": .count, "attempt": .count, "bytes": .count, "duration_ms": .number,
      "wait_ms": .number, "results": .count, "error": .oneOf(errorCodes), "message": .text,
    ])
}
