import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

@Suite struct FavoriteStoreTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("deep/f.sqlite")
  }

  private func city(_ id: Int64, _ name: String = "Town") -> City {
    City(id: id, name: name, country: "XT", latitude: "1.50", longitude: "-2")
  }

  @Test func addsRemovesAndToggles() throws {
    let store = try FavoriteStore(path: path)
    // Only a part of the record is stored.
    var known = city(2, "Ábc")
    (known.more, known.population) = (#""state":"TX""#, 5)

    #expect(try store.identifiers() == [])
    #expect(throws: FavoriteError.notFavorite(id: 1)) {
      try store.change(1, by: .remove, city: city(1), now: 0)
    }
    #expect(throws: FavoriteError.unknown(id: 1)) {
      try store.change(1, by: .add, city: nil, now: 0)
    }
    #expect(!directory.exists("deep/f.sqlite"), "removal creates no file")
    #expect(try store.change(1, by: .add, city: city(1), now: 5).isFavorite)
    #expect(try store.change(1, by: .add, city: city(1), now: 6).isFavorite, "idempotent")
    #expect(try store.change(2, by: .toggle, city: known, now: 7).isFavorite)
    #expect(try store.all().map(\.city.id) == [2, 1])
    #expect(try store.all().map(\.addedAt) == [7, 5])
    #expect(try !store.change(1, by: .toggle, city: city(1), now: 8).isFavorite)
    #expect(try FavoriteStore(path: path).identifiers() == [2])
    #expect(throws: FavoriteError.unknown(id: 9)) {
      try store.change(9, by: .toggle, city: nil, now: 0)
    }
  }

  /// The data no longer contains the city.
  @Test func removesOrphan() throws {
    let store = try FavoriteStore(path: path)
    _ = try store.change(1, by: .add, city: city(1, "Gone"), now: 0)

    let (old, isFavorite) = try store.change(1, by: .remove, city: nil, now: 0)

    #expect(old.name == "Gone" && old.latitude == "1.50" && !isFavorite)
  }

  @Test func limitHoldsForConcurrentChanges() throws {
    let limit = 10
    let made = Monitor((added: 0, refused: 0, other: 0))
    let done = Monitor(0)
    for worker in 0..<8 {
      try BackgroundThread.start { [path] in
        for index in 0..<5 {
          let id = Int64(worker * 100 + index)
          do {
            let store = try FavoriteStore(path: path, limit: limit)
            let town = City(id: id, name: "T", country: "X", latitude: "0", longitude: "0")
            _ = try store.change(id, by: .toggle, city: town, now: 0)
            made.withLock { $0.added += 1 }
          } catch FavoriteError.limit {
            made.withLock { $0.refused += 1 }
          } catch {
            made.withLock { $0.other += 1 }
          }
        }
        done.withLock { $0 += 1 }
      }
    }
    #expect(done.wait { $0 == 8 })

    #expect(made.withLock { $0.added } == limit)
    #expect(made.withLock { $0.refused } == 30 && made.withLock { $0.other } == 0)
    #expect(try FavoriteStore(path: path).identifiers().count == limit)
  }

  @Test(arguments: ["not a database at all, but some text", "\u{1}"])
  func rejectsOtherFiles(text: String) throws {
    let file = try directory.write("notes", text)

    #expect(throws: FavoriteError.notFavorites(path: file)) { _ = try FavoriteStore(path: file) }
    #expect(try directory.text("notes") == text)
  }

  // MARK: Damage

  private func favorites() throws -> [Favorite] {
    let store = try FavoriteStore(path: path)
    for (index, name) in ["Paris", "Zürich", "東京"].enumerated() {
      _ = try store.change(Int64(index + 1), by: .add, city: city(Int64(index + 1), name), now: 7)
    }
    return try store.all()
  }

  /// Writes the bytes, and expects the favourites or an error.
  private func expectDetected(
    _ bytes: [UInt8], _ expected: [Favorite], _ comment: Comment
  ) throws {
    try directory.write("deep/f.sqlite", bytes)
    do {
      let found = try FavoriteStore(path: path).all()
      #expect(found == expected || bytes.isEmpty && found.isEmpty, comment)
    } catch let FavoriteError.sqlite(error) {
      #expect(error.kind == .damaged, comment)
    } catch FavoriteError.notFavorites {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func detectsFlippedBits() throws {
    let expected = try favorites()
    let bytes = try directory.read("deep/f.sqlite")

    for offset in bytes.indices where bytes[offset] != 0 || offset.isMultiple(of: 97) {
      var changed = bytes
      changed[offset] ^= 1 << UInt8(offset % 8)
      try expectDetected(changed, expected, "offset \(offset)")
    }
  }

  @Test(arguments: [
    "UPDATE favorite SET name = 'Rome' WHERE id = 1", "DELETE FROM favorite WHERE id = 2",
    "UPDATE favorite SET id = 9 WHERE id = 3", "DELETE FROM checksum", "DROP TABLE checksum",
    "INSERT INTO favorite VALUES (4, 'x', 'x', '1', '1', 1)", "DROP TABLE favorite",
    "UPDATE favorite SET added_at = 8", "PRAGMA application_id = 0",
  ])
  func detectsForeignChange(sql: String) throws {
    _ = try favorites()
    do { try SQLiteDatabase(path: path, mode: .readWrite).execute(sql) }
    let store = try FavoriteStore(path: path)

    #expect(throws: FavoriteError.self) { try store.all() }
    #expect(throws: FavoriteError.self) { try store.change(5, by: .add, city: city(5), now: 0) }
  }

  @Test func refusesOtherVersion() throws {
    _ = try favorites()
    do { try SQLiteDatabase(path: path, mode: .readWrite).execute("PRAGMA user_version = 2") }

    #expect(throws: FavoriteError.notFavorites(path: path)) { try FavoriteStore(path: path) }
  }

  @Test func acceptsEmptyFile() throws {
    let file = try directory.write("empty", "")
    let store = try FavoriteStore(path: file)

    #expect(try store.identifiers() == [])
    #expect(try store.change(1, by: .add, city: city(1), now: 0).isFavorite)
  }
}
