internal import Glibc

/// A city database, opened for reading.
package final class CityStore {
  let database: SQLiteDatabase
  package let path: String

  /// - Throws: when there is none, or it is not one of ours.
  package init(path: String) throws(CityStoreError) {
    self.path = path
    let header: SQLiteHeader
    do throws(FileError) {
      header = try SQLiteHeader(of: path)
    } catch {
      throw error.code == ENOENT ? .missing(path: path) : .file(error)
    }
    guard header.isDatabase else { throw .notADatabase(path: path) }
    guard header.applicationIdentifier == CityStoreSchema.applicationIdentifier else {
      throw .notACityDatabase(path: path)
    }
    guard header.userVersion == CityStoreSchema.version else {
      throw .otherVersion(path: path, version: header.userVersion)
    }
    do throws(SQLiteError) {
      // The file is replaced, never changed: no locks and no checks are needed.
      database = try SQLiteDatabase(path: path, mode: .immutable)
    } catch {
      throw .sqlite(error)
    }
  }

  /// Where the data came from, and when.
  package func metadata() throws(CityStoreError) -> CityMetadata {
    var entries: [String: String] = [:]
    do throws(SQLiteError) {
      let statement = try database.prepare("SELECT name, value FROM meta")
      while try statement.step() { entries[statement.text(0)] = statement.text(1) }
    } catch {
      throw error.isNotADatabase ? .notADatabase(path: path) : .sqlite(error)
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
