internal import Glibc

/// A city database, opened for reading.
package final class CityStore {
  let database: SQLiteDatabase
  package let path: String

  /// - Throws: when there is none, or it is not one of ours.
  package init(path: String) throws(CityStoreError) {
    self.path = path
    guard access(path, F_OK) == 0 else { throw .missing(path: path) }
    let identity: (application: Int64, version: Int64)
    do throws(SQLiteError) {
      // The file is replaced, never changed: no locks and no checks are needed.
      database = try SQLiteDatabase(path: path, mode: .immutable)
      identity = (
        try Self.pragma("application_id", database), try Self.pragma("user_version", database)
      )
    } catch {
      throw error.isNotADatabase ? .notADatabase(path: path) : .sqlite(error)
    }
    guard identity.application == CityStoreSchema.applicationIdentifier else {
      throw .notACityDatabase(path: path)
    }
    guard identity.version == CityStoreSchema.version else {
      throw .otherVersion(path: path, version: identity.version)
    }
  }

  private static func pragma(_ name: String, _ database: SQLiteDatabase) throws(SQLiteError) -> Int64 {
    let statement = try database.prepare("PRAGMA \(name)")
    return try statement.step() ? statement.integer(0) : 0
  }

  /// Where the data came from, and when.
  package func metadata() throws(CityStoreError) -> CityMetadata {
    var entries: [String: String] = [:]
    do throws(SQLiteError) {
      let statement = try database.prepare("SELECT name, value FROM meta")
      while try statement.step() { entries[statement.text(0)] = statement.text(1) }
    } catch {
      throw .sqlite(error)
    }
    let checkedAt: Int
    do throws(FileError) {
      checkedAt = try FileTime.modified(path)
    } catch {
      throw .file(error)
    }
    guard let metadata = CityMetadata(entries: entries, checkedAt: checkedAt) else {
      throw .notACityDatabase(path: path)
    }
    return metadata
  }
}
