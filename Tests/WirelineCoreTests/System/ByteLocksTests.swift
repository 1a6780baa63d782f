import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct ByteLocksTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("locks")
  }

  /// Two open files act like two processes.
  @Test func excludesOtherOwners() throws {
    let (one, other) = (try ByteLocks(path: path), try ByteLocks(path: path))

    #expect(try one.lock(7))
    #expect(try !other.lock(7))
    #expect(try other.isLockedByOther(7) && !one.isLockedByOther(7))
    #expect(try other.lock(8), "other bytes are independent")
    try one.unlock(7)
    #expect(try !other.isLockedByOther(7))
    #expect(try other.lock(7))
  }

  @Test func releasesLocksOnClose() throws {
    var one: ByteLocks? = try ByteLocks(path: path)
    let other = try ByteLocks(path: path)
    #expect(try one?.lock(0) == true)
    #expect(try other.isLockedByOther(0))

    one = nil

    #expect(try !other.isLockedByOther(0))
  }

  @Test func doesNotWriteToTheFile() throws {
    let locks = try ByteLocks(path: path)
    #expect(try locks.lock(1 << 59))

    #expect(try directory.read("locks").isEmpty)
    #expect(directory.permissions("locks") == 0o600)
  }
}
