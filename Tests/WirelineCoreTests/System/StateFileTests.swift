import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// A state file is opened or refused immediately, even if a pipe or a device is at its path.
@Suite struct StateFileTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("state") }

  init() throws { directory = try TemporaryDirectory() }

  private static let accesses = [
    O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_CREAT, O_WRONLY | O_APPEND | O_CREAT,
  ]

  private func failure(_ flags: Int32) -> FileError? {
    do throws(FileError) {
      close(try StateFile.open(path, flags))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: accesses) func opensRegularFile(flags: Int32) throws {
    try directory.write("state", "x")

    #expect(failure(flags) == nil)
  }

  @Test(arguments: accesses) func refusesPipe(flags: Int32) throws {
    try #require(mkfifo(path, 0o600) == 0)

    #expect(failure(flags)?.description == "cannot open \"\(path)\": not a regular file")
  }

  @Test(arguments: accesses) func refusesDevice(flags: Int32) throws {
    try #require(symlink("/dev/zero", path) == 0)

    #expect(failure(flags)?.reason == "not a regular file")
  }

  @Test(arguments: accesses) func refusesDirectory(flags: Int32) throws {
    try directory.makeDirectory("state")

    #expect(failure(flags)?.reason == "is a directory")
  }

  @Test func limitsSize() throws {
    try directory.write("state", "abc")

    #expect(try StateFile.read(path, limit: 3) == Array("abc".utf8))
    #expect(throws: FileError(path: path, operation: "read", code: EFBIG)) {
      try StateFile.read(path, limit: 2)
    }
  }

  /// SQLite would wait for the other end of a pipe.
  @Test(arguments: [SQLiteDatabase.Mode.readOnly, .immutable, .readWrite, .create])
  func refusesPipeInsteadOfDatabase(mode: SQLiteDatabase.Mode) throws {
    try #require(mkfifo(path, 0o600) == 0)

    let failure = #expect(throws: SQLiteError.self) { try SQLiteDatabase(path: path, mode: mode) }

    #expect(failure?.message == "not a regular file")
  }

  @Test(arguments: ["-journal", "-wal"]) func refusesPipeBesideDatabase(suffix: String) throws {
    do {
      let database = try SQLiteDatabase(path: path, mode: .create)
      if suffix == "-wal" { _ = try database.prepare("PRAGMA journal_mode = wal").step() }
      try database.execute("CREATE TABLE t (a)")
    }
    unlink(path + suffix)
    try #require(mkfifo(path + suffix, 0o600) == 0)

    #expect(throws: SQLiteError.self) {
      try SQLiteDatabase(path: path, mode: .readWrite).execute("INSERT INTO t VALUES (1)")
    }
  }
}
