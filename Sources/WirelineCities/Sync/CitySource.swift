internal import WirelineCore
package import WirelineRequests

/// Where city data comes from.
package enum CitySource: Sendable {
  case url(RequestURL)
  case file(path: String)
  case descriptor(Int32)

  /// The name that the database stores, which other users may read: without user information, and
  /// with `REDACTED` in place of keys in the query. URLs that differ only in keys are one source.
  package var name: String {
    switch self {
    case .url(let url): Secrets.redacted(url: url)
    case .file(let path): path
    case .descriptor: "-"
    }
  }

  /// When it last changed, in seconds since 1970; nil where only asking tells.
  var changedAt: Int? {
    switch self {
    case .url: nil
    case .file(let path): (try? FileTime.modified(path)) ?? .max
    // What is piped in is meant to be taken.
    case .descriptor: .max
    }
  }
}
