import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// Two instances behave like two processes, since each opens its own files.
@Suite struct SharedPolitenessTests {
  private final class World: Sendable {
    let directory: TemporaryDirectory
    private let time = Mutex<Int64>(1_800_000_000_000_000_000)
    private let messages = Mutex<[String]>([])

    init() throws { directory = try TemporaryDirectory() }

    var folder: String { directory.path("politeness") }
    var warnings: [String] { messages.withLock { $0 } }

    func pass(_ duration: Duration) {
      time.withLock { $0 += Int64(duration / .nanoseconds(1)) }
    }

    func process(_ rate: String? = nil) throws -> SharedPoliteness {
      try SharedPoliteness(
        directory: folder, limits: .init(rate: try rate.map { try Rate($0) }),
        now: { [self] in time.withLock { $0 } }
      ) { [self] message in messages.withLock { $0.append(message) } }
    }
  }

  @Test func processesShareRate() throws {
    let world = try World()
    let (first, second) = (try world.process("10/s"), try world.process("10/s"))

    #expect(first.claim("a") == .zero)
    #expect(second.claim("a") == .milliseconds(100))
    #expect(second.claim("b") == .zero)
    world.pass(.milliseconds(100))
    #expect(second.claim("a") == .zero)
    #expect(first.claim("a") == .milliseconds(100))
    #expect(world.warnings.isEmpty)
  }

  @Test func processesSharePausesAndRefusals() throws {
    let world = try World()
    let (first, second) = (try world.process(), try world.process())

    #expect(first.pause("a", for: .seconds(2)))
    #expect(second.claim("a") == .seconds(2))
    world.pass(.seconds(2))
    #expect(second.claim("a") == .zero)
    #expect(first.slow("a"))
    #expect(second.claim("a") == .milliseconds(100))
    #expect(second.claim("b") == .zero)
  }

  @Test func stateOutlivesProcess() throws {
    let world = try World()
    do {
      let first = try world.process()
      #expect(first.pause("a", for: .seconds(60)))
    }

    #expect(try world.process().claim("a") == .seconds(60))
  }

  @Test func returnsUnusedClaim() throws {
    let world = try World()
    let (first, second) = (try world.process("1/h"), try world.process("1/h"))

    #expect(first.claim("a") == .zero)
    first.releaseAdmission("a")
    #expect(second.claim("a") == .zero)
    // This claim belongs to the other process and remains.
    first.releaseAdmission("a")
    #expect(first.claim("a") == .seconds(3600))
    second.releaseAdmission("a")
    second.releaseAdmission("a")
    #expect(first.claim("a") == .zero)
  }

  /// A stopped process must not block the others forever.
  @Test func ignoresLockHeldTooLong() throws {
    let world = try World()
    let process = try world.process("1/h")
    #expect(process.claim("a") == .zero)
    let locks = try ByteLocks(path: world.folder + "/hosts")
    let bucket = SharedHostTable.key("a").bucket
    #expect(try locks.lock((1 + bucket) * SharedHostTable.bucketSize))

    #expect(process.claim("a") == SharedPoliteness.retryDelay)
    #expect(!process.pause("a", for: .seconds(1)))
    world.pass(.seconds(3))
    #expect(process.claim("a") == .zero)
    #expect(process.pause("a", for: .seconds(1)))
    #expect(world.warnings.count == 1)
    #expect(world.warnings.first?.hasPrefix("cannot share host limits") == true)

    try locks.unlock((1 + bucket) * SharedHostTable.bucketSize)
    // The earlier claim counts again.
    #expect(process.claim("a") == .seconds(3597))
  }

  @Test func usesOneSmallFile() throws {
    let world = try World()
    let process = try world.process("1/s")

    for number in 0..<2000 { #expect(process.claim("host-\(number)") == .zero) }

    #expect(world.directory.files(under: "politeness") == ["politeness/hosts"])
    var facts = stat()
    #expect(stat(world.folder + "/hosts", &facts) == 0)
    #expect(facts.st_size <= 65 << 20)
    #expect(facts.st_blocks * 512 < 12 << 20)
    #expect(facts.st_mode & 0o777 == 0o600)
  }

  @Test func rejectsUnusableDirectory() throws {
    let world = try World()
    _ = try world.directory.write("politeness", "a file")
    #expect(throws: SharedPoliteness.Failure.self) { try world.process() }

    let other = try World()
    _ = try other.directory.write("politeness/hosts", "name,count\n")
    #expect(throws: SharedPoliteness.Failure.foreign(path: other.folder + "/hosts")) {
      try other.process()
    }
    #expect(try other.directory.text("politeness/hosts") == "name,count\n")
  }

  /// As after a process was killed while writing.
  @Test func repairsTruncatedFile() throws {
    let world = try World()
    #expect(try world.process("1/h").claim("a") == .zero)
    let path = world.folder + "/hosts"
    var facts = stat()
    #expect(stat(path, &facts) == 0)

    #expect(truncate(path, facts.st_size - 1) == 0)
    #expect(try world.process("1/h").claim("a") == .zero)
    #expect(truncate(path, 0) == 0)
    let process = try world.process("1/h")
    #expect(process.claim("a") == .zero)
    #expect(process.claim("a") == .seconds(3600))
  }
}
