/// The city database cannot be used.
package enum CityStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  case missing(path: String)
  case notADatabase(path: String)
  /// A database, but not one of ours.
  case notACityDatabase(path: String)
  /// Made by another version of this toolbox.
  case otherVersion(path: String, version: Int64)
  case sqlite(SQLiteError)
  case file(FileError)

  package var description: String {
    switch self {
    case .missing(let path): "no city database at \"\(path)\""
    case .notADatabase(let path): "\"\(path)\" is not a database"
    case .notACityDatabase(let path): "\"\(path)\" is a database, but not a city database"
    case .otherVersion(let path, let version):
      "the city database \"\(path)\" has version \(version), expected \(CityStoreSchema.version)"
    case .sqlite(let error): error.description
    case .file(let error): error.description
    }
  }
}

extension CityStoreError {
  /// The same as a fault of the file.
  func asFileError(_ path: String) -> FileError {
    if case .file(let error) = self { return error }
    return FileError(path: path, operation: "read", code: 5)
  }
}
