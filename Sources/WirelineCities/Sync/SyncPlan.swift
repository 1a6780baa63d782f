internal import WirelineCore
internal import WirelineRequests

/// The source of city data.
enum CitySource: Sendable {
  case url(RequestURL)
  case file(path: String)
  case descriptor(Int32)

  /// A public file of 209,557 cities, which several city-search apps use.
  static let defaultURL =
    "https://gist.githubusercontent.com/hernan-uala/dce8843a8edbe0b0018b32e137bc2b3a/raw/"
    + "0996accf70cb0ca0e16f9a99e0ee185fafca7af1/cities.json"

  /// The names in `geonames:NAME`.
  static let geoNames = ["cities500", "cities1000", "cities5000", "cities15000"]

  /// - Parameter text: `geonames:cities500`, for a table of <https://download.geonames.org>; nil is
  ///   returned for texts that do not begin with `geonames:`.
  init?(named text: String) throws(UsageError) {
    guard text.hasPrefix("geonames:") else { return nil }
    let name = String(text.dropFirst("geonames:".count))
    let address = "https://download.geonames.org/export/dump/\(name).zip"
    guard Self.geoNames.contains(name), let url = try? RequestURL(address) else {
      throw UsageError(
        "unknown source \"\(text)\"",
        hint: "use " + Self.geoNames.map { "geonames:\($0)" }.joined(separator: ", "))
    }
    self = .url(url)
  }

  /// The name that the database stores, which other users may read. It does not contain user
  /// information, and has `REDACTED` instead of keys in the query, so URLs that differ only in keys
  /// are the same source.
  var name: String {
    switch self {
    case .url(let url): Secrets.redacted(url: url)
    case .file(let path): WorkingDirectory.absolute(path)
    case .descriptor: "-"
    }
  }

  /// When the source last changed, in seconds since 1970; nil if this needs a request.
  var changedAt: Int? {
    switch self {
    case .url: nil
    case .file(let path): (try? FileTime.modified(path)) ?? .max
    // Standard input is always imported.
    case .descriptor: .max
    }
  }
}

/// The decisions of a sync, without I/O: whether to query the source, whether to accept a file, and
/// whether the stored data may replace a file that is unavailable.
struct SyncPlan: Sendable, Equatable {
  /// How long data is fresh. Half an hour less than a day, so that a daily job which starts some
  /// seconds early does not skip every second day.
  var ttl = Duration.seconds(84_600)
  var refreshes = false
  /// Whether to accept a file with far fewer cities than the stored data.
  var allowsShrinking = false
  var badRowLimit = BadRowLimit.percent(1)
  /// The maximum age of data that replaces an unavailable file; nil if it may never do so.
  var maximumStaleness: Duration? = .seconds(7 * 86_400)

  enum Step: Sendable, Equatable {
    case fresh
    /// The server, or our backoff, forbids requests before this time, in seconds since 1970.
    case wait(until: Int)
    /// Query the source, with the validators of the stored data.
    case query(etag: String?, lastModified: String?)
  }

  /// - Parameter changedAt: when a local source last changed, in seconds since 1970.
  func step(
    for metadata: CityMetadata?, _ state: SyncState = SyncState(), source: String,
    changedAt: Int? = nil, now: Int
  ) -> Step {
    if let metadata, metadata.cities > 0, metadata.source == source, !refreshes {
      let age = Duration.seconds(now - metadata.checkedAt)
      // If the clock was set back, data from the future must not stay fresh forever.
      let isFresh = age < ttl && age > .zero - ttl
      if isFresh, changedAt ?? 0 <= metadata.checkedAt { return .fresh }
    }
    if !refreshes, let notBefore = state.notBefore, state.source == source, notBefore > now,
      notBefore - now <= SyncState.maximumRetryAfter
    {
      return .wait(until: notBefore)
    }
    // Validators are valid for their own source only.
    guard let metadata, metadata.cities > 0, metadata.source == source else {
      return .query(etag: nil, lastModified: nil)
    }
    return .query(etag: metadata.etag, lastModified: metadata.lastModified)
  }

  /// Returns why a file is refused, or nil if it is accepted.
  func refusal(cities: Int, badRows: Int, before: CityMetadata?, source: String) -> String? {
    if cities == 0 { return "the file has no cities" }
    if badRowLimit.isExceeded(bad: badRows, of: cities + badRows) {
      return "\(badRows) of \(cities + badRows) rows are bad, more than \(badRowLimit)"
    }
    if let before, before.source == source, !allowsShrinking, cities * 5 < before.cities * 4 {
      return "the file has \(cities) cities, fewer than 80 % of the stored \(before.cities)"
    }
    return nil
  }

  /// Whether the stored data replaces an unavailable file.
  enum Fallback: Sendable, Equatable {
    case stale
    /// The data is older than `maximumStaleness`.
    case tooOld
    /// The data is missing, or may not replace a file.
    case none
  }

  func fallback(_ metadata: CityMetadata?, now: Int) -> Fallback {
    guard let metadata, metadata.cities > 0, let maximumStaleness else { return .none }
    let age = Duration.seconds(now - metadata.checkedAt)
    return age > maximumStaleness ? .tooOld : .stale
  }
}

/// The maximum number of bad rows in a file.
enum BadRowLimit: Sendable, Equatable, CustomStringConvertible {
  /// A percentage of all rows.
  case percent(Double)
  case count(Int)

  func isExceeded(bad: Int, of all: Int) -> Bool {
    switch self {
    case .percent(let percent): Double(bad) > Double(all) * percent / 100
    case .count(let count): bad > count
    }
  }

  var description: String {
    switch self {
    case .percent(let percent):
      percent == percent.rounded() ? "\(Int(percent)) %" : "\(percent) %"
    case .count(let count): "\(count)"
    }
  }
}

/// The last failure and when to retry, stored beside the database.
struct SyncState: Sendable, Equatable {
  var source: String?
  var failures = 0
  /// When the last run failed, in seconds since 1970, and why.
  var failedAt: Int?
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
    var writer = JSONWriter()
    writer.beginObject()
    if let source { writer.field("source", source) }
    writer.field("failures", failures)
    if let failedAt { writer.field("failed_at", failedAt) }
    if let error { writer.field("error", error) }
    if let notBefore { writer.field("not_before", notBefore) }
    writer.endObject()
    writer.endLine()
    let file = try AtomicFile(path: path, mode: 0o600)
    try file.write(writer.bytes)
    try file.commit()
  }
}
