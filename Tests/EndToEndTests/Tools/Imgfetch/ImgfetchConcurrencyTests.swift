import Glibc
import TestSupport
import Testing

/// Several processes with the same store, and the queue of one process.
@Suite struct ImgfetchConcurrencyTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func queueTimeoutLimitsWaitForOtherProcess() throws {
    let gate = try Gate()
    let server = try LoopbackServer { _ in Self.picture.behind(gate) }
    let other = try Tool("imgfetch", in: sandbox).start([
      "--output-dir", "photos", server.url("/a"),
    ])
    #expect(server.waitForRequests(1))

    let record = try fetch("--queue-timeout", "200ms", server.url("/a")).expect(exit: 28)
      .records(as: .image).first

    #expect(record?.code == "queue_expired")
    #expect(server.requestCount == 1)
    gate.open()
    try other.finish().expect(exit: 0)
  }

  @Test func stoppedProcessBlocksOnlyItsImage() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.path == "/a" ? Self.picture.behind(gate) : Self.picture
    }
    let other = try Tool("imgfetch", in: sandbox).start([
      "--output-dir", "photos", server.url("/a"),
    ])
    #expect(server.waitForRequests(1))
    other.send(SIGSTOP)

    try fetch(server.url("/b")).expect(exit: 0)

    other.send(SIGCONT)
    gate.open()
    try other.finish().expect(exit: 0)
    #expect(server.requestCount == 2)
  }

  /// The image stored before does not count as revalidated.
  @Test func failureOfOtherProcessIsNotRevalidation() throws {
    let gate = try Gate()
    let server = try LoopbackServer([
      "/a": .sequence(Self.picture, Script.status(404).behind(gate), Self.picture)
    ])
    try fetch(server.url("/a")).expect(exit: 0)
    let arguments = ["--output-dir", "photos", "--refresh", server.url("/a")]
    let one = try Tool("imgfetch", in: sandbox).start(arguments)
    #expect(server.waitForRequests(2))
    let other = try Tool("imgfetch", in: sandbox).start(arguments)
    #expect(other.waitUntilOpen(".wireline-lock"))
    // It has opened the lock file, and is idle while it waits for the lock.
    #expect(other.waitUntilIdle())
    gate.open()

    try one.finish().expect(exit: 22)
    let record = try other.finish().expect(exit: 0).records(as: .image).first

    #expect(record?["source"]?.string == "network")
    #expect(server.requestCount == 3)
  }

  // MARK: The queue of a process

  @Test func queueTimeoutFailsWaitingImages() throws {
    let server = try LoopbackServer(["/slow": Self.picture.after(.milliseconds(1500))])
    let lines = [server.url("/slow"), server.url("/late"), #"{"url":"x","id":3}"#]

    let records = try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--jobs", "1", "--queue-timeout", "500ms"], stdin: .lines(lines)
    ).expect(exit: 1).records(as: .image)

    #expect(records.map(\.code) == [nil, "queue_expired", "invalid_url"])
    #expect(server.targets == ["/slow"])
  }
}
