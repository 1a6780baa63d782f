internal import WirelineCore
internal import WirelineRequests

/// The last failure and when to retry, stored beside the database.
struct SyncState: Sendable, Equatable {
  var source: String?
  var failures = 0
  /// The time when the last run failed, in seconds since 1970.
  var failedAt: Int?
  /// The reason of that failure.
  var error: String?
  /// The earliest time of the next request, in seconds since 1970.
  var notBefore: Int?

  /// The longest Retry-After that is respected: 24 hours, in seconds.
  static let maximumRetryAfter = 86_400
  /// Exponential backoff, in seconds.
  private static let backoff = (first: 60, longest: 6 * 3600)

  /// - Parameters:
  ///   - isBusy: whether the server was overloaded (429, 5xx).
  ///   - retryAfter: the server's Retry-After in seconds.
  func failed(
    _ error: String, source: String, isBusy: Bool, retryAfter: Int?, now: Int
  ) -> SyncState {
    let failures = (self.source == source ? self.failures : 0) + 1
    /// The earliest time of the next request, in seconds since 1970.
    var notBefore: Int?
    if isBusy {
      let pause = min(Self.backoff.first << min(failures - 1, 16), Self.backoff.longest)
      notBefore = now + min(max(retryAfter ?? 0, pause), Self.maximumRetryAfter)
    }
    return SyncState(
      source: source, failures: failures, failedAt: now, error: error, notBefore: notBefore)
  }

  static func path(of database: String) -> String { database + ".state" }

  /// Returns an empty state if the file is missing or unreadable.
  static func load(_ path: String) -> SyncState {
    guard let bytes = try? StateFile.head(path, count: 1 << 16),
      let view = try? JSONView.parse(bytes)
    else { return SyncState() }
    // Other numbers could overflow.
    let number = { (name: String) in
      view[name]?.integer.flatMap { (0...CityMetadata.latest).contains($0) ? $0 : nil }
    }
    return SyncState(
      source: view["source"]?.string, failures: number("failures") ?? 0,
      failedAt: number("failed_at"), error: view["error"]?.string,
      notBefore: number("not_before"))
  }

  func save(_ path: String) throws(FileError) {
    let line = JSONWriter.line { writer in
      if let source { writer.field("source", source) }
      writer.field("failures", failures)
      if let failedAt { writer.field("failed_at", failedAt) }
      if let error { writer.field("error", error) }
      if let notBefore { writer.field("not_before", notBefore) }
    }
    try AtomicFile.write(line, to: path, mode: 0o600)
  }
}
