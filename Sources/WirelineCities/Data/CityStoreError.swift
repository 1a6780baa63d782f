internal import Glibc
package import WirelineCore

/// The city database cannot be used.
package enum CityStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notADatabase(path: String)
  /// A database, but not one of ours.
  case notACityDatabase(path: String)
  /// Made by another version of this toolbox.
  case otherVersion(path: String, version: Int64)
  /// A city database whose content is not what a sync wrote.
  case damaged(path: String, reason: String)
  case sqlite(SQLiteError)
  case file(FileError)

  /// An error while reading a city database.
  init(reading error: SQLiteError) {
    self =
      error.kind == .damaged
      ? .damaged(path: error.path, reason: error.message) : .sqlite(error)
  }

  /// An error while reading the file of a city database.
  init(reading error: FileError) {
    self =
      switch error.code {
      case ENOENT: .missing(path: error.path)
      case EIO: .damaged(path: error.path, reason: error.reason)
      default: .file(error)
      }
  }

  package var isDamage: Bool { if case .damaged = self { true } else { false } }

  package var description: String {
    switch self {
    case .missing(let path): "no city database at \"\(path)\""
    case .notADatabase(let path): "\"\(path)\" is not a database"
    case .notACityDatabase(let path): "\"\(path)\" is a database, but not a city database"
    case .otherVersion(let path, let version):
      "the city database \"\(path)\" has version \(version), expected \(CityStoreSchema.version)"
    case .damaged(let path, let reason):
      "the city database \"\(path)\" is damaged: \(reason)"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }

  /// A command that helps; nil if there is none.
  package var hint: String? {
    switch self {
    case .missing: "run cities-sync first"
    case .otherVersion: "run cities-sync again"
    case .damaged: "rebuild it with cities-sync --refresh"
    case .notADatabase, .notACityDatabase:
      "move that file away and run cities-sync, or give another --database"
    case .sqlite, .file: nil
    }
  }
}

extension CityStoreError {
  /// The same as a fault of the file.
  func asFileError(_ path: String) -> FileError {
    if case .file(let error) = self { return error }
    return FileError(path: path, operation: "read", code: EIO)
  }
}
