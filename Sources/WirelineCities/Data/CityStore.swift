internal import Glibc
internal import WirelineCore

/// A city database, opened for reading.
package final class CityStore {
  /// When the whole content is compared with its checksum.
  package enum Check: Sendable {
    /// If the size or the modification time is not what a sync left.
    case ifTouched
    case always
  }

  let database: SQLiteDatabase
  package let path: String

  /// - Throws: If the file is missing, damaged, or not a city database.
  package init(path: String, check: Check = .ifTouched) throws(CityStoreError) {
    self.path = path
    let header = try Self.header(of: path)
    guard header.applicationIdentifier == CityStoreSchema.applicationIdentifier else {
      throw CityStoreChecksum.isPresent(in: path)
        ? .damaged(path: path, reason: "its header is not that of a city database")
        : .notACityDatabase(path: path)
    }
    guard header.userVersion == CityStoreSchema.version else {
      throw .otherVersion(path: path, version: header.userVersion)
    }
    let isUntouched = FileFacts(path).map { CityStoreChecksum.isUntouched($0, header) } ?? false
    if check == .always || !isUntouched { try CityStoreChecksum.verify(path) }
    do throws(SQLiteError) {
      // The file is replaced, never changed: no locks and no checks are needed.
      database = try SQLiteDatabase(path: path, mode: .immutable)
    } catch {
      throw CityStoreError(reading: error)
    }
  }

  private static func header(of path: String) throws(CityStoreError) -> SQLiteHeader {
    let header: SQLiteHeader
    do throws(FileError) {
      header = try SQLiteHeader(of: path)
    } catch {
      throw CityStoreError(reading: error)
    }
    if header.isDatabase { return header }
    // A sync leaves a lock file, and a checksum at the end of the database.
    let isOurs = access(path + ".lock", F_OK) == 0 || CityStoreChecksum.isPresent(in: path)
    throw isOurs
      ? .damaged(path: path, reason: "it does not begin with the header of a database")
      : .notADatabase(path: path)
  }

  /// Where the data came from, and when.
  package func metadata() throws(CityStoreError) -> CityMetadata {
    var entries: [String: String] = [:]
    do throws(SQLiteError) {
      let statement = try database.prepare("SELECT name, value FROM meta")
      while try statement.step() { entries[statement.text(0)] = statement.text(1) }
    } catch {
      throw CityStoreError(reading: error)
    }
    let checkedAt: Int
    do throws(FileError) {
      checkedAt = try FileTime.modified(path)
    } catch {
      throw .file(error)
    }
    guard let metadata = CityMetadata(entries: entries, checkedAt: checkedAt) else {
      throw .damaged(path: path, reason: "its description of the source is incomplete")
    }
    return metadata
  }
}
