internal import Synchronization

/// What a run of the sync did.
package struct CitySyncReport: Sendable, Equatable {
  package enum Action: String, Sendable {
    case downloaded, unchanged, fresh, stale, refused
    case notModified = "not_modified"
  }

  package var action: Action
  package var metadata: CityMetadata
  /// Rows that were skipped; nil where no file was read.
  package var badRows: Int?
  /// Length of the file; nil where none was read.
  package var bytes: Int?

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
package enum CitySyncError: Error, Sendable {
  case request(RequestError)
  case status(Int, url: String)
  /// The content cannot be right.
  case refused(String)
  case locked(path: String)
  case store(CityStoreError)
  case file(FileError)
}

/// The file of the last attempt, whose content counts.
final class LastImport: Sendable {
  private let file = Mutex<CityImport?>(nil)

  var last: CityImport? { file.withLock { $0 } }

  func keep(_ new: CityImport) -> CityImport {
    file.withLock { $0 = new }
    return new
  }
}
