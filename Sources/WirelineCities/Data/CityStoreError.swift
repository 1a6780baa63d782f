internal import Glibc
internal import WirelineCore

/// Why the city database cannot be used.
enum CityStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notACityDatabase(path: String)
  /// Written by another version of this toolbox.
  case otherVersion(path: String, version: Int64)
  /// The content differs from what a sync wrote.
  case damaged(path: String, reason: String)
  case sqlite(SQLiteError)
  case file(FileError)

  init(reading error: SQLiteError) {
    self =
      error.kind == .damaged
      ? .damaged(path: error.path, reason: error.message) : .sqlite(error)
  }

  init(reading error: FileError) {
    self =
      switch error.code {
      case ENOENT: .missing(path: error.path)
      case EIO: .damaged(path: error.path, reason: error.reason)
      default: .file(error)
      }
  }

  var description: String {
    switch self {
    case .missing(let path): "no city database at \"\(path)\""
    case .notACityDatabase(let path): "\"\(path)\" is not a city database"
    case .otherVersion(let path, let version):
      "the city database \"\(path)\" has version \(version), expected \(CityStoreSchema.version)"
    case .damaged(let path, let reason):
      "the city database \"\(path)\" is damaged: \(reason)"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }

  var hint: String? {
    switch self {
    case .missing: "run cities-sync first"
    case .otherVersion: "run cities-sync again"
    case .damaged: "rebuild it with cities-sync --refresh"
    case .notACityDatabase:
      "move the file and run cities-sync, or give another --database"
    case .sqlite, .file: nil
    }
  }
}
