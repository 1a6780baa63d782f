/// The closed list of error codes, which `wireline-records(5)` documents.
package enum ErrorCode: String, CaseIterable, Sendable, Hashable {
  /// The line is not JSON, not an object, too long, or a field has the wrong type or value.
  case invalidInput = "invalid_input"
  /// The record names nothing to fetch: its URL field is missing or blank.
  case noURL = "no_url"
  /// The URL is invalid, or its scheme is not supported.
  case invalidURL = "invalid_url"
  /// The host name cannot be resolved to an address.
  case dns
  /// The connection failed: refused, unreachable, or rejected by the proxy.
  case connect
  /// The TLS handshake failed, or the peer could not be verified.
  case tls
  /// No data for longer than `--timeout`, or one attempt longer than `--max-time`.
  case timeout
  /// All attempts together took longer than `--deadline`.
  case deadline
  /// The connection ended before the response did.
  case truncated
  /// The response is not valid HTTP.
  case protocolViolation = "protocol"
  /// More redirects than `--max-redirects`.
  case redirectLimit = "redirect_limit"
  /// A redirect that the tool does not follow: from https to http, or to another host.
  case redirectForbidden = "redirect_forbidden"
  /// An HTTP status of 400 or above where the tool needed a document.
  case httpStatus = "http_status"
  /// The service returned an error object.
  case apiError = "api_error"
  /// The service requests a lower rate.
  case rateLimited = "rate_limited"
  /// The daily quota of the service is used up.
  case quotaExhausted = "quota_exhausted"
  /// The API key is missing or rejected.
  case unauthorized
  /// The service does not know the requested object.
  case notFound = "not_found"
  /// More bytes than `--max-body`.
  case bodyTooLarge = "body_too_large"
  /// The content encoding is unknown, or the data does not decompress.
  case contentEncoding = "content_encoding"
  /// The response has no body where one is required.
  case emptyBody = "empty_body"
  /// The body is not the expected document.
  case decode
  /// The bytes are not an image.
  case notAnImage = "not_an_image"
  /// The image has a format that the tool does not store.
  case unsupportedImage = "unsupported_image"
  /// The image's structure is broken, or it ends too early.
  case damagedImage = "damaged_image"
  /// The image is outside the limits that the user set.
  case imageRejected = "image_rejected"
  /// The site's robots.txt disallows the URL.
  case robots
  /// The request was queued for too long.
  case queueExpired = "queue_expired"
  /// The response is not cached, and `--offline` was given.
  case offline
  /// The request is not in the file of `--replay`.
  case replayMiss = "replay_miss"
  /// The address is private, and `--deny-private` was given.
  case forbiddenAddress = "forbidden_address"
  /// The record names a local file that `--allow-files` does not permit.
  case forbiddenFile = "forbidden_file"
  /// The data does not exist locally and cannot be fetched.
  case noData = "no_data"
  /// The new data was rejected; the old data is still in use.
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
  /// The user stopped the run.
  case cancelled
  /// An internal error of the tool.
  case `internal`

  /// Whether a retry may succeed, judged by the code alone.
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
