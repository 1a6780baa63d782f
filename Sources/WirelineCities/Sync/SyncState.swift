package import WirelineCore

/// What a sync leaves for the next one to know: the last failure, and when to
/// ask again.
package struct SyncState: Sendable, Equatable {
  /// What was asked.
  package var source: String?
  /// Failures in a row.
  package var failures: Int
  /// Of the last failure, in seconds since 1970, and what it was.
  package var failedAt: Int?
  package var error: String?
  /// Not to be asked before, in seconds since 1970.
  package var notBefore: Int?

  package init(
    source: String? = nil, failures: Int = 0, failedAt: Int? = nil, error: String? = nil,
    notBefore: Int? = nil
  ) {
    self.source = source
    self.failures = failures
    self.failedAt = failedAt
    self.error = error
    self.notBefore = notBefore
  }

  /// No server's word holds for longer: 24 h, in seconds.
  static let longestPause = 86_400
  /// Our own pauses: a minute, twice that, and so on up to six hours.
  private static let pauses = (first: 60, longest: 6 * 3600)

  /// After one more failure.
  ///
  /// - Parameters:
  ///   - isBusy: the server said that it is too much (429, 5xx).
  ///   - wait: what it asked for, in seconds; nil for nothing.
  ///   - now: seconds since 1970.
  package func failed(
    _ error: String, source: String, isBusy: Bool, wait: Int?, now: Int
  ) -> SyncState {
    let failures = (self.source == source ? self.failures : 0) + 1
    var notBefore: Int?
    if isBusy {
      let own = min(Self.pauses.first << min(failures - 1, 16), Self.pauses.longest)
      notBefore = now + min(max(wait ?? 0, own), Self.longestPause)
    }
    return SyncState(
      source: source, failures: failures, failedAt: now, error: error, notBefore: notBefore)
  }
}

extension SyncState {
  /// Where the state of a database lies.
  package static func path(of database: String) -> String { database + ".state" }

  /// What is there; nothing where there is none, or nothing that can be read.
  package static func load(_ path: String) -> SyncState {
    guard let bytes = try? FileBytes.head(path, count: 1 << 16),
      let view = try? JSONView.parse(bytes)
    else { return SyncState() }
    return SyncState(
      source: view["source"]?.string, failures: view["failures"]?.integer ?? 0,
      failedAt: view["failed_at"]?.integer, error: view["error"]?.string,
      notBefore: view["not_before"]?.integer)
  }

  package func save(_ path: String) throws(FileError) {
    var writer = JSONWriter()
    writer.beginObject()
    if let source { writer.member("source", source) }
    writer.member("failures", failures)
    if let failedAt { writer.member("failed_at", failedAt) }
    if let error { writer.member("error", error) }
    if let notBefore { writer.member("not_before", notBefore) }
    writer.endObject()
    writer.endLine()
    let file = try AtomicFile(path: path, mode: 0o600)
    try file.write(writer.bytes)
    try file.commit()
  }
}
