/// The closed list of error codes, which `wireline-records(5)` documents.
package enum ErrorCode: String, CaseIterable, Sendable, Hashable {
  /// The line is not JSON, not an object, too long, or a field has the wrong type or value.
  case invalidInput = "invalid_input"
  /// The record names nothing to fetch: its URL field is missing or blank.
  case noURL = "no_url"
  case invalidURL = "invalid_url"
  case dns
  /// The connection failed: refused, unreachable, or rejected by the proxy.
  case connect
  /// The TLS handshake failed, or the peer could not be verified.
  case tls
  /// No data for longer than `--timeout`, or one attempt longer than `--max-time`.
  case timeout
  /// All attempts together took longer than `--deadline`.
  case deadline
  case truncated
  /// The response is not valid HTTP.
  case protocolViolation = "protocol"
  /// More redirects than `--max-redirects`.
  case redirectLimit = "redirect_limit"
  /// A redirect that the tool does not follow: from https to http, or to another host.
  case redirectForbidden = "redirect_forbidden"
  /// An HTTP status of 400 or above where the tool needed a document.
  case httpStatus = "http_status"
  case apiError = "api_error"
  case rateLimited = "rate_limited"
  case quotaExhausted = "quota_exhausted"
  case unauthorized
  case notFound = "not_found"
  /// More bytes than `--max-body`.
  case bodyTooLarge = "body_too_large"
  /// The content encoding is unknown, or the data does not decompress.
  case contentEncoding = "content_encoding"
  case emptyBody = "empty_body"
  case decode
  /// The bytes are not an image.
  case notAnImage = "not_an_image"
  /// Nothing here decodes the image format.
  case unsupportedFormat = "unsupported_format"
  /// The image's structure is broken, or it ends too early.
  case damagedImage = "damaged_image"
  case imageRejected = "image_rejected"
  case hashMismatch = "hash_mismatch"
  /// The process that decoded the image crashed, was killed or took too long.
  case processingFailed = "processing_failed"
  case robots
  case queueExpired = "queue_expired"
  case offline
  case replayMiss = "replay_miss"
  case forbiddenAddress = "forbidden_address"
  /// The record names a local file that `--allow-files` does not permit.
  case forbiddenFile = "forbidden_file"
  /// The data does not exist locally and cannot be fetched.
  case noData = "no_data"
  /// The new data was rejected; the old data is still in use.
  case contentRefused = "content_refused"
  case favoriteLimit = "favorite_limit"
  case notFavorite = "not_favorite"
  case locked
  case read
  case write
  /// The user stopped the run.
  case cancelled
  case `internal`

  /// Whether a retry may succeed, judged by the code alone.
  package var isRetryable: Bool {
    switch self {
    case .connect, .timeout, .deadline, .truncated, .rateLimited, .quotaExhausted, .queueExpired,
      .locked, .cancelled:
      true
    default: false
    }
  }
}
