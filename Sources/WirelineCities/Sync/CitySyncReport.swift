package import WirelineCore
package import WirelineRequests

/// What a run of the sync did.
package struct CitySyncReport: Sendable {
  package enum Action: String, Sendable, CaseIterable {
    case downloaded, unchanged, fresh, stale, refused
    case notModified = "not_modified"
  }

  package var action: Action
  /// Of the data that is here now.
  package var metadata: CityMetadata
  /// Rows that were skipped; nil where no file was read.
  package var badRows: Int?
  /// The first of them.
  package var badRowSamples: [BadCityRow] = []
  /// What was sent for the file, which the samples may repeat.
  package var secrets = SentSecrets()
  /// Length of the file; nil where none was read.
  package var bytes: Int?
  /// What is different from the data before; nil where nothing was replaced, or
  /// nothing was there to compare with.
  package var changes: CityChanges?
  /// Why newer data is not here; nil where it is.
  package var fault: CitySyncError?
  /// Where the time went; nil where no file was taken.
  package var stages: SyncStages?
  /// Whether the data that is here is older than it may be.
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

/// Why the city database was not brought up to date; what was there is there.
package enum CitySyncError: Error, Sendable, CustomStringConvertible {
  case request(RequestError)
  /// - Parameter wait: what `Retry-After` asks for, in seconds.
  case status(Int, url: String, wait: Int?)
  /// Asked too often before: not before this moment, in seconds since 1970.
  case postponed(until: Int, why: String?)
  /// The content cannot be right.
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
      "the source is not to be asked before \(CivilDate.timestamp(until))"
        + (why.map { ": \($0)" } ?? "")
    case .refused(let reason): "the city data is refused: \(reason)"
    case .locked(let path): "another cities-sync is at work on \"\(path)\""
    case .store(let error): error.description
    case .file(let error): error.description
    }
  }

  /// Whether the source cannot be had now, and may be later: the network is
  /// down, or the server is.
  ///
  /// - Parameter isKnown: whether the data that is here came from the source: a name
  ///   that has no address is then not misspelt.
  package func isPassing(isKnown: Bool) -> Bool {
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

  /// Whether the run was to end.
  var isCancellation: Bool {
    if case .request(let error) = self { error.reason == .cancelled } else { false }
  }

  /// Whether the server said that it is too much.
  var isBusy: Bool {
    if case .status(let status, _, _) = self { status == 429 || status >= 500 } else { false }
  }

  /// What it asked for, in seconds.
  var wait: Int? {
    if case .status(_, _, let wait) = self { wait } else { nil }
  }
}
