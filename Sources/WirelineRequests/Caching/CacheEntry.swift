/// A stored response as it lies in a `CacheStore`: all but the body.
package struct CacheEntry: Sendable, Equatable {
  let identifier: Int64
  /// `CacheKey.digest`.
  let key: String
  package var response: StoredResponse
  /// SHA-256 of the body, hexadecimal.
  package let bodyDigest: String
  /// The length of the body.
  package let bodyBytes: Int
  /// When it was last used, in seconds since 1970, to the minute.
  let used: Int
}
