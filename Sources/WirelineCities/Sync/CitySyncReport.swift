package import WirelineCore
package import WirelineRequests

/// The outcome of a sync.
package struct CitySyncReport: Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case downloaded, unchanged, fresh, stale, refused
    case notModified = "not_modified"
  }

  package var action: Action
  /// The metadata of the current data.
  package var metadata: CityMetadata
  /// The number of skipped rows; nil if no file was read.
  package var badRows: Int?
  /// The first skipped rows.
  package var badRowSamples: [BadCityRow] = []
  /// The secrets sent for the file, which the samples may repeat.
  package var secrets = SentSecrets()
  /// The length of the file; nil if no file was read.
  package var bytes: Int?
  /// The differences from the previous data; nil if no data were replaced.
  package var changes: CityChanges?
  /// Why the data are not up to date; nil if they are.
  package var error: CitySyncError?
  /// The time of each stage; nil if no file was imported.
  package var stages: SyncStages?
  /// Whether the data are older than `SyncPlan.maximumStaleness`.
  package var isTooOld = false

  package init(
    action: Action, metadata: CityMetadata, badRows: Int? = nil, bytes: Int? = nil
  ) {
    self.action = action
    self.metadata = metadata
    self.badRows = badRows
    self.bytes = bytes
  }
}

/// Why the city database was not brought up to date. The old database is unchanged.
package enum CitySyncError: Error, Sendable, CustomStringConvertible {
  case request(RequestError)
  /// - Parameter wait: the Retry-After in seconds.
  case status(Int, url: String, wait: Int?)
  /// Earlier failures forbid requests before this time, in seconds since 1970.
  case postponed(until: Int, why: String?)
  /// The content of the file is implausible.
  case refused(String)
  case locked(path: String)
  case store(CityStoreError)
  case file(FileError)

  package var description: String {
    switch self {
    case .request(let error): error.message
    case .status(let status, let url, _):
      "HTTP status \(status) for \"\(Secrets.redacted(url: url))\""
    case .postponed(let until, let why):
      "the source must not be queried before \(CivilDate.timestamp(until))"
        + (why.map { ": \($0)" } ?? "")
    case .refused(let reason): "cannot accept the city data: \(reason)"
    case .locked(let path): "another cities-sync is using \"\(path)\""
    case .store(let error): error.description
    case .file(let error): error.description
    }
  }

  /// Whether the source is temporarily unavailable: the network or the server is down.
  ///
  /// - Parameter isKnown: whether the stored data came from this source, so that a name that cannot
  ///   be resolved is not misspelt.
  package func isTemporary(isKnown: Bool) -> Bool {
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

  var isCancellation: Bool {
    if case .request(let error) = self { error.reason == .cancelled } else { false }
  }

  /// Whether the server was overloaded.
  var isBusy: Bool {
    if case .status(let status, _, _) = self { status == 429 || status >= 500 } else { false }
  }

  /// The Retry-After in seconds.
  var wait: Int? {
    if case .status(_, _, let wait) = self { wait } else { nil }
  }
}
