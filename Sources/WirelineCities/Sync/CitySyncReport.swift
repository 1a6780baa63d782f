internal import WirelineCore
internal import WirelineRequests

/// The outcome of a sync.
struct CitySyncReport: Sendable {
  enum Action: String, Sendable, CaseIterable {
    case downloaded, unchanged, fresh, stale, refused
    case notModified = "not_modified"
  }

  var action: Action
  var metadata: CityMetadata
  /// The number of skipped rows; nil if no file was read.
  var badRows: Int?
  var badRowSamples: [BadCityRow] = []
  /// The secrets sent for the file, which the samples may repeat.
  var secrets = SentSecrets()
  /// The length of the file; nil if no file was read.
  var bytes: Int?
  /// The differences from the previous data; nil if no data was replaced.
  var changes: CityChanges?
  /// Why the data is not up to date; nil if it is.
  var error: CitySyncError?
  var isTooOld = false
}

/// Why a sync failed. The stored database is unchanged.
enum CitySyncError: Error, Sendable, CustomStringConvertible {
  case request(RequestError)
  /// - Parameter retryAfter: in seconds.
  case status(Int, url: String, retryAfter: Int?)
  /// Earlier failures forbid requests before this time, in seconds since 1970.
  case postponed(until: Int, reason: String?)
  /// The content of the file is implausible.
  case refused(String)
  case locked(path: String)
  case store(CityStoreError)
  case file(FileError)

  var description: String {
    switch self {
    case .request(let error): error.message
    case .status(let status, let url, _):
      "HTTP status \(status) for \"\(Secrets.redacted(url: url))\""
    case .postponed(let until, let reason):
      "the source must not be queried before \(CivilDate.timestamp(until))"
        + (reason.map { ": \($0)" } ?? "")
    case .refused(let reason): "cannot accept the city data: \(reason)"
    case .locked(let path): "another cities-sync is using \"\(path)\""
    case .store(let error): error.description
    case .file(let error): error.description
    }
  }

  /// Whether the source is temporarily unavailable: the network or the server is down.
  ///
  /// - Parameter isKnown: whether the stored data is from this source. Then a name that does not
  ///   resolve is not misspelt.
  func isTemporary(isKnown: Bool) -> Bool {
    switch self {
    case .request(let error):
      switch error.reason {
      case .deadline: true
      case .nameNotResolved: isKnown || error.isRetryable
      default: error.isRetryable
      }
    case .status(let status, _, _): RetryPolicy.isRetryable(status: status)
    case .postponed: true
    case .refused, .locked, .store, .file: false
    }
  }

  var isBusy: Bool {
    if case .status(let status, _, _) = self { status == 429 || status >= 500 } else { false }
  }

  /// In seconds.
  var retryAfter: Int? {
    if case .status(_, _, let retryAfter) = self { retryAfter } else { nil }
  }
}
