package import WirelineCore

/// Something of an image index could not be read or written.
package struct ImageIndexFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What SQLite or the system said.
  package let reason: String
  /// Changes that were given up since it was last told. Their images are on the
  /// disk, and unknown to the index.
  package let lostChanges: Int
  package let kind: SQLiteError.Kind

  init(_ reason: String, _ kind: SQLiteError.Kind, lostChanges: Int = 0) {
    self.reason = reason
    self.kind = kind
    self.lostChanges = lostChanges
  }

  init(_ error: SQLiteError, lostChanges: Int = 0) {
    self.init(error.description, error.kind, lostChanges: lostChanges)
  }

  init(_ error: FileError) {
    self.init(error.description, error.operation == "open" ? .reading : .writing)
  }

  package var description: String {
    let lost = lostChanges == 0 ? "" : "; \(lostChanges) changes are lost"
    return "image index: \(reason)\(lost)"
  }
}
