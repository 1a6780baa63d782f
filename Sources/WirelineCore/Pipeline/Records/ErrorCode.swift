/// What went wrong, as a closed list without values inside; the man page
/// `wireline-records(5)` documents the same list.
package enum ErrorCode: String, CaseIterable, Sendable, Hashable {
  /// The line is not JSON, not an object, too long, or a field has the wrong type or value.
  case invalidInput = "invalid_input"
  /// The record names nothing to fetch: its URL field is missing or blank.
  case noURL = "no_url"
  /// The URL does not parse, or its scheme is not spoken here.
  case invalidURL = "invalid_url"
  /// The host name has no address, or the resolver could not say.
  case dns
  /// No connection: refused, unreachable, or the proxy would not.
  case connect
  /// The TLS handshake failed, or the peer did not prove who it is.
  case tls
  /// Silence longer than `--timeout`, or one attempt longer than `--max-time`.
  case timeout
  /// All attempts together took longer than `--deadline`.
  case deadline
  /// The connection ended before the answer did.
  case truncated
  /// The answer is not HTTP, or breaks its rules.
  case protocolViolation = "protocol"
  /// More redirects than `--max-redirects`.
  case redirectLimit = "redirect_limit"
  /// A redirect to where the tool does not go: from https to http, or to another host.
  case redirectForbidden = "redirect_forbidden"
  /// An HTTP status of 400 or above where the tool needed a document.
  case httpStatus = "http_status"
  /// The service's own error object.
  case apiError = "api_error"
  /// The service asks to slow down.
  case rateLimited = "rate_limited"
  /// The service's allowance for the day is used up.
  case quotaExhausted = "quota_exhausted"
  /// No key, or the service refuses it.
  case unauthorized
  /// The service knows no such thing.
  case notFound = "not_found"
  /// More bytes than `--max-body`.
  case bodyTooLarge = "body_too_large"
  /// A content coding that is unknown, or data that does not decompress.
  case contentEncoding = "content_encoding"
  /// An answer without the body that was asked for.
  case emptyBody = "empty_body"
  /// The body is not the document that was expected.
  case decode
  /// The bytes are no image of any format.
  case notAnImage = "not_an_image"
  /// An image of a format that is not stored.
  case unsupportedImage = "unsupported_image"
  /// The image's structure is broken, or it ends too early.
  case damagedImage = "damaged_image"
  /// The image is outside the limits that the user set.
  case imageRejected = "image_rejected"
  /// The site's robots.txt forbids it.
  case robots
  /// It waited in the queue for longer than it was wanted.
  case queueExpired = "queue_expired"
  /// `--offline`, and what was asked for is not stored.
  case offline
  /// `--replay`, and the request is not in the file.
  case replayMiss = "replay_miss"
  /// The address is private, and `--deny-private` was given.
  case forbiddenAddress = "forbidden_address"
  /// The record names a local file that `--allow-files` does not permit.
  case forbiddenFile = "forbidden_file"
  /// There are no data, and no way to get them.
  case noData = "no_data"
  /// The new data were refused, and the old ones kept.
  case contentRefused = "content_refused"
  /// No more favourites can be added.
  case favoriteLimit = "favorite_limit"
  /// The city is a favourite already.
  case alreadyFavorite = "already_favorite"
  /// The city is not a favourite.
  case notFavorite = "not_favorite"
  /// Another process holds the lock.
  case locked
  /// A file or stream cannot be read.
  case read
  /// A file or stream cannot be written.
  case write
  /// The user stopped it.
  case cancelled
  /// A fault of the tool itself.
  case `internal`

  /// Whether a later try of the same thing may end differently, where nothing
  /// more is known than the code.
  package var isRetryable: Bool {
    switch self {
    case .connect, .timeout, .deadline, .truncated, .rateLimited, .quotaExhausted, .queueExpired,
      .locked, .cancelled:
      true
    case .invalidInput, .noURL, .invalidURL, .dns, .tls, .protocolViolation, .redirectLimit,
      .redirectForbidden, .httpStatus, .apiError, .unauthorized, .notFound, .bodyTooLarge,
      .contentEncoding, .emptyBody, .decode, .notAnImage, .unsupportedImage, .damagedImage,
      .imageRejected, .robots, .offline, .replayMiss, .forbiddenAddress, .forbiddenFile, .noData,
      .contentRefused, .favoriteLimit, .alreadyFavorite, .notFavorite, .read, .write, .internal:
      false
    }
  }
}
