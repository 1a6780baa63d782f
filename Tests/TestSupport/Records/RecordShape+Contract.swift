// The records of the pipe contract, without using types of the tools.
extension RecordShape {
  package static let request = RecordShape(
    "request", required: ["url": .text],
    optional: [
      "method": .text,
      "headers": .map(.either(.null, .either(.anyText, .list(.anyText)))),
      "query": .map(.either(.scalar, .list(.scalar))), "json": .anything,
      "form": .map(.either(.scalar, .list(.scalar))), "body": .anyText, "body_base64": .text,
      "body_file": .text, "multipart": .list(.record(part)), "id": .scalar,
      "priority": .either(.oneOf(["high", "normal", "low"]), .integer), "timeout_s": .number,
      "deadline_s": .number, "retry": .count, "cache_ttl_s": .number, "output": .text,
      "credential": .text,
    ],
    exclusive: ["json", "form", "body", "body_base64", "body_file", "multipart"])

  private static let part = RecordShape(
    "multipart", required: ["name": .text],
    optional: [
      "value": .anyText, "json": .anything, "file": .text, "base64": .anyText, "filename": .text,
      "content_type": .text,
    ],
    exclusive: ["value", "json", "file", "base64"])

  package static let response = RecordShape(
    "response",
    required: [
      "ref": .scalar, "url": .text, "status": .count, "bytes": .count, "attempts": .count,
      "source": .oneOf(["network", "joined", "cache", "revalidated", "stale", "replay"]),
    ],
    optional: [
      "http_version": .text, "headers": .map(.either(.anyText, .list(.anyText))),
      "json": .anything, "body": .text, "body_base64": .text, "body_file": .text,
      "age_s": .number, "redirects": .list(.record(redirect)), "elapsed_ms": .number,
      "first_byte_ms": .number, "timing": .record(timing),
    ],
    exclusive: ["json", "body", "body_base64", "body_file"])

  private static let timing = RecordShape(
    "timing",
    required: [:],
    optional: [
      "dns_ms": .number, "connect_ms": .number, "tls_ms": .number, "remote_address": .text,
      "remote_port": .count, "tls_version": .text, "certificate_names": .list(.text),
      "certificate_expires_at": .time,
    ])

  private static let redirect = RecordShape("redirect", required: ["status": .count, "url": .text])

  package static let city = RecordShape(
    "city",
    required: ["ref": .scalar, "id": .scalar, "name": .text],
    optional: [
      "country": .text, "latitude": .number, "longitude": .number, "favorite": .boolean,
      "match": .oneOf(["name", "alias", "country", "fuzzy", "near", "id"]), "rank": .count,
      "matched": .text, "region": .text, "flag": .text,
      "distance_km": .number, "state": .text, "population": .integer, "admin1": .text,
      "feature_code": .text, "timezone": .text,
    ])

  /// All fields of the API's object, and ours.
  package static let business = RecordShape(
    "business", required: ["ref": .scalar, "rank": .count, "id": .text, "name": .text],
    isOpen: true)

  package static let image = RecordShape(
    "image",
    required: [
      "ref": .scalar, "url": .text, "path": .text,
      "source": .oneOf(["memory", "joined", "storage", "network", "revalidated"]),
      "sha256": .sha256,
    ],
    optional: [
      "final_url": .text, "status": .count, "format": .text, "media_type": .text,
      "width": .count, "height": .count, "frames": .count, "orientation": .count,
      "bytes": .count, "attempts": .count, "elapsed_ms": .number, "flags": .list(.text),
      "caption": .scalar, "original": .record(original),
    ])

  private static let original = RecordShape(
    "image.original",
    required: ["format": .text, "bytes": .count, "sha256": .sha256],
    optional: ["width": .count, "height": .count])

  package static let sync = RecordShape(
    "sync",
    required: [
      "action": .oneOf(["downloaded", "unchanged", "not_modified", "fresh", "stale", "refused"])
    ],
    optional: [
      "ref": .scalar, "cities": .count, "added_places": .count, "favorites": .count,
      "added": .count, "removed": .count, "changed": .count, "bad_rows": .count,
      "updated_at": .time, "checked_at": .time, "age_s": .number, "bytes": .count,
      "elapsed_ms": .number,
    ])

  /// Open, because it contains further fields of the API.
  package static let envelope = RecordShape(
    "envelope", required: ["ref": .scalar, "results": .list(.anything)],
    optional: [
      "query": .anything, "request": .anything, "elapsed_ms": .number, "total": .count,
      "source": .oneOf(["network", "joined", "cache", "revalidated", "stale", "replay"]),
      "superseded": .boolean,
    ], isOpen: true)

  package static let error = RecordShape(
    "error", required: ["error": .record(errorDetails)],
    optional: [
      "ref": .scalar, "line": .count, "url": .text, "offset": .count, "input": .text,
      "input_base64": .text,
    ],
    exclusive: ["input", "input_base64"])

  private static let errorDetails = RecordShape(
    "error.error",
    required: ["code": .oneOf(errorCodes), "message": .text, "tool": .oneOf(tools)],
    optional: [
      "retryable": .boolean, "attempts": .count, "status": .count, "retry_at": .time,
      "detail": .anything,
    ])

  package static let tools = ["req", "imgfetch", "yelp-query", "cities-sync", "cities-find"]

  /// The closed list of the contract.
  package static let errorCodes = """
    invalid_input no_url invalid_url dns connect tls timeout deadline truncated protocol \
    redirect_limit redirect_forbidden http_status api_error rate_limited quota_exhausted \
    unauthorized not_found body_too_large content_encoding empty_body decode not_an_image \
    unsupported_format damaged_image image_rejected hash_mismatch processing_failed robots \
    queue_expired offline replay_miss forbidden_address forbidden_file no_data content_refused \
    favorite_limit not_favorite locked read write cancelled internal
    """.split(separator: " ").map(String.init)
}

// The records of yelp-query only, without using types of the tools.
extension RecordShape {
  /// All fields of any object of the API, and ours.
  package static let yelpResult = RecordShape(
    "result", required: ["ref": .scalar, "rank": .count], isOpen: true)

  /// `--links`
  package static let links = RecordShape(
    "links", required: ["ref": .scalar, "web": .text, "app": .text],
    optional: ["check_in_nearby": .text, "check_ins": .text, "check_in_rankings": .text])

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
    required: ["queries": .count, "invalid": .count, "cached": .count, "calls": .count],
    optional: ["calls_at_most": .count, "remaining": .count])

  /// A line of an `--event-log` file.
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
