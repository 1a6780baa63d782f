import Glibc
import TestSupport
import Testing

/// The system refuses threads, event loops, polls and locks; strace(1) makes the calls fail.
@Suite(.needs("strace"), .enabled(if: SyscallTorture.isPossible, "\(SyscallTorture.needsRight)"))
struct SystemRefusalTests {
  /// A run of a tool against a server.
  struct Job: Sendable, CustomTestStringConvertible {
    let tool: String
    let arguments: @Sendable (LoopbackServer) -> [String]
    var input: (@Sendable (LoopbackServer) -> ToolInput)?

    var testDescription: String { input == nil ? tool : "\(tool), a stream" }
  }

  static let jobs = [
    Job(tool: "req") { ["--retry", "0", $0.url("/")] },
    Job(tool: "req", arguments: { _ in ["--retry", "0"] }) {
      .lines([$0.url("/1"), $0.url("/2")])
    },
    Job(tool: "imgfetch") { ["--retry", "0", "-o", "photos", $0.url("/a.png")] },
    Job(tool: "cities-sync") { ["--retry", "0", $0.url("/c")] },
    Job(tool: "yelp-query") { ["business", "x", "--retry", "0", "--base-url", $0.url("")] },
  ]

  private let sandbox: Sandbox
  private let server: LoopbackServer

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { request in
      switch request.path {
      case "/c": .ok(json: SampleCities.file)
      case "/a.png": .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
      default: .ok(json: "{}")
      }
    }
    // Some tests send no request.
    try Tool("req", in: sandbox)(server.url("/")).expect(exit: 0)
  }

  /// Runs a tool whose calls fail.
  ///
  /// - Parameters:
  ///   - turns: the calls of each thread that fail, such as `1+`.
  ///   - file: the only file whose calls fail; nil for all files.
  private func run(
    _ job: Job, failing calls: String, _ error: String, _ turns: String = "1+",
    on file: String? = nil
  ) throws -> ToolResult {
    let list = calls.split(separator: " ").map { "?\($0)" }.joined(separator: ",")
    let filter = file.map { ["-P", $0] } ?? []
    return try Tool(path: "/usr/bin/strace", in: sandbox).run(
      ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(list)"]
        + ["-e", "inject=\(list):error=\(error):when=\(turns)"] + filter
        + ["\(Project.binaries)/\(job.tool)"] + job.arguments(server),
      stdin: job.input?(server) ?? .empty,
      environment: Sandbox.uncounted.merging(["YELP_API_KEY": "k"]) { $1 })
  }

  // MARK: Threads

  @Test(arguments: jobs) func exitsAtOnceWithoutThreads(job: Job) throws {
    let result = try run(job, failing: "clone3 clone", "EAGAIN")

    result.expect(exit: 71).expect(
      says: "\(job.tool): error: cannot start a thread: resource temporarily unavailable",
      "\(job.tool): hint: ", "ulimit")
    #expect(result.text == "" && !result.timedOut)
  }

  @Test(arguments: jobs, 2...6) func neitherHangsNorCrashesWithoutLaterThreads(job: Job, turn: Int)
    throws
  {
    let result = try run(job, failing: "clone3 clone", "EAGAIN", "\(turn)+")

    #expect(!result.timedOut && result.ending.signal == nil, "\(result.story)")
  }

  // MARK: The event loop

  @Test(arguments: jobs, ["epoll_create epoll_create1", "eventfd2", "timerfd_create", "epoll_ctl"])
  func reportsEventLoopThatCannotStart(job: Job, calls: String) throws {
    let result = try run(job, failing: calls, "EMFILE", "1")

    result.expect(exit: 71).expect(
      says: "\(job.tool): error: cannot start the event loop: too many open files")
  }

  /// The function that calls epoll_wait(2) is replaced in release executables.
  @Test(
    .enabled(if: Project.testsNamedBinaries, "SwiftNIO traps in a debug build"),
    arguments: jobs, ["1", "2", "3"])
  func reportsEventLoopThatCannotWait(job: Job, turn: String) throws {
    let result = try run(job, failing: "epoll_wait epoll_pwait", "EBADF", turn)

    result.expect(exit: 71).expect(
      says: "\(job.tool): error: cannot run the event loop: bad file descriptor",
      "\(job.tool): hint: ")
  }

  // MARK: Workers

  @Test(arguments: [
    ("vfork clone", "EAGAIN", "resource temporarily unavailable"),
    ("socketpair", "EMFILE", "too many open files"),
    ("execveat", "ENOMEM", "cannot allocate memory"),
  ])
  func reportsImageWorkerThatCannotStart(calls: String, error: String, reason: String) throws {
    let image = try PixelFixture("rgb.jpg").bytes
    let images = try LoopbackServer { _ in .ok(image, type: "image/jpeg") }
    let job = Job(tool: "imgfetch") { _ in
      ["--retry", "0", "-o", "photos", "--resize", "9", images.url("/a.jpg")]
    }

    let result = try run(job, failing: calls, error)

    result.expect(exit: 71).expect(says: "imgfetch: error: cannot start an image worker: \(reason)")
    let record = try #require(result.records(as: .image).first)
    #expect(record.code == "internal")
  }

  // MARK: Waiting for input

  @Test(arguments: jobs.filter { $0.input != nil })
  func readsInputIfPollFails(job: Job) throws {
    let result = try run(job, failing: "poll ppoll", "ENOMEM")

    result.expect(exit: 0)
    #expect(result.lines.count == 2, "\(result.story)")
  }

  // MARK: Locks

  @Test func syncWarnsAndContinuesWithoutLocks() throws {
    let file = try sandbox.write("c.json", SampleCities.file)
    let job = Job(tool: "cities-sync") { _ in [file] }

    let result = try run(job, failing: "flock", "ENOLCK").expect(exit: 0)

    result.expect(says: "cities-sync: warning: cannot lock ", "no locks available")
    #expect(result.records(as: .sync).first?["action"]?.string == "downloaded")
  }

  @Test func favoriteCannotBeAddedWithoutLocks() throws {
    let favorites = try storeFavorites()
    let job = Job(tool: "cities-find") { _ in ["--favorite", "2657896"] }

    let result = try run(job, failing: "fcntl", "EOPNOTSUPP", on: favorites)

    result.expect(exit: 23).expect(says: "cannot lock the file")
  }

  /// - Returns: the path of the file.
  private func storeFavorites() throws -> String {
    try sandbox.addCities()
    try Tool("cities-find", in: sandbox)("--favorite", "2988507").expect(exit: 0)
    return "\(sandbox.home)/data/wireline/favorites.sqlite"
  }

  // MARK: Links

  /// An old kernel, or a seccomp filter.
  @Test(arguments: ["ENOSYS", "EPERM"]) func storeWorksWithoutOpenat2(error: String) throws {
    let job = Job(tool: "imgfetch") { ["--retry", "0", "-o", "photos", $0.url("/a.png")] }

    let first = try run(job, failing: "openat2", error).expect(exit: 0)
    let path = try #require(first.records(as: .image).first?["path"]?.string)
    let again = try run(job, failing: "openat2", error).expect(exit: 0)
    let folder = String(path.split(separator: "/")[1])
    try sandbox.shell(
      "mkdir outside && mv photos/\(folder) outside/ && ln -s ../outside/\(folder) photos/\(folder)"
    ).expect(exit: 0)
    let refused = try run(job, failing: "openat2", error)

    #expect(again.records(as: .image).first?["source"]?.string == "storage")
    refused.expect(exit: 23).expect(says: "symbolic link")
  }

  // MARK: Databases

  @Test(
    arguments: [
      ("pread64", 26, "input/output error"), ("pwrite64", 23, "disk I/O error"),
    ] as [(String, Int32, String)])
  func mapsDiskErrorsToReadAndWriteStatus(call: String, status: Int32, text: String) throws {
    let favorites = try storeFavorites()
    let job = Job(tool: "cities-find") { _ in ["--favorite", "2657896"] }

    // SQLite reads a database with pread64(2) and writes it with pwrite64(2).
    let result = try run(job, failing: call, "EIO", on: favorites)

    result.expect(exit: status).expect(says: text)
  }
}
