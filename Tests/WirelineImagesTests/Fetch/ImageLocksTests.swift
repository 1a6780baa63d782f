import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Two instances act like two processes, as the kernel's locks belong to open files.
@Suite struct ImageLocksTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func key(_ number: Int) -> ImageKey { ImageKey(url: "http://h/\(number)") }

  @Test func singleProcessLocksAllImages() {
    let one = ImageLocks(directory: directory.path)

    #expect(one.lock(key(1)) && one.lock(key(2)))
    #expect(!one.hasOtherProcess)
  }

  @Test func secondProcessLocksOtherImages() {
    let (one, other) = (
      ImageLocks(directory: directory.path), ImageLocks(directory: directory.path)
    )
    #expect(one.lock(key(1)) && one.lock(key(2)))

    _ = other.lock(key(3))
    #expect(one.lock(key(4)))

    // The first process releases other images when it checks.
    #expect(becomesTrue { one.hasOtherProcess } && other.hasOtherProcess)
    #expect(other.lock(key(3)) && other.lock(key(5)))
    for number in [1, 2, 4] { #expect(!other.lock(key(number))) }
    one.unlock(key(2))
    #expect(other.lock(key(2)))
    #expect(!one.lock(key(2)))
  }

  @Test func slowImageBlocksNoOtherImage() throws {
    let (one, other) = (
      ImageLocks(directory: directory.path), ImageLocks(directory: directory.path)
    )
    #expect(one.lock(key(1)))

    #expect(becomesTrue { other.lock(key(2)) })
    #expect(!other.lock(key(1)))
  }

  @Test func idleProcessHoldsNoLock() {
    let one = ImageLocks(directory: directory.path)
    #expect(one.lock(key(1)))
    one.unlock(key(1))

    let other = ImageLocks(directory: directory.path)
    #expect(other.lock(key(1)) && other.lock(key(2)))
    #expect(!one.lock(key(1)))
  }

  @Test func locksEndWithProcess() {
    var one: ImageLocks? = ImageLocks(directory: directory.path)
    #expect(one?.lock(key(1)) == true)
    let other = ImageLocks(directory: directory.path)
    _ = other.lock(key(9))
    #expect(one?.lock(key(2)) == true)
    #expect(!other.lock(key(1)))

    one = nil

    #expect(other.lock(key(1)) && other.lock(key(2)))
  }
}
