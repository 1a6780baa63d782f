import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct FileFilterTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("source", "abracadabra")
    try directory.write("target", "")
  }

  /// Runs a command from `source` to `target`, with `$DIR` for the directory.
  @discardableResult
  private func run(
    _ command: String, timeout: Duration = .limit, maximumBytes: Int? = nil,
    processes: FilterProcesses = FilterProcesses()
  ) throws(FileFilterFailure) -> Int {
    var filter = FileFilter(command: "DIR='\(directory.path)'; \(command)")
    filter.timeout = timeout
    filter.maximumBytes = maximumBytes
    filter.processes = processes
    return try filter.run(from: directory.path("source"), to: directory.path("target"))
  }

  /// The process identifier that a command wrote to a file.
  private func process(_ name: String) throws -> pid_t {
    try #require(pid_t(directory.text(name).filter { $0 != "\n" }))
  }

  /// Whether a process ends, even if its parent has not reaped it.
  private func hasEnded(_ process: pid_t) -> Bool {
    becomesTrue {
      guard let status = try? directory.text("/proc/\(process)/stat") else { return true }
      return status.split(separator: ")").last?.dropFirst().first == "Z"
    }
  }

  @Test(arguments: [
    ("cat", "abracadabra"),
    ("tr a b", "bbrbcbdbbrb"),
    ("cat | tr a b | rev", "brbbdbcbrbb"),
    ("exec cat", "abracadabra"),
    ("head -c 3", "abr"),
    ("echo aside >&2; cat", "abracadabra"),
    ("printf x", "x"),
    ("cat < /dev/stdin > /dev/stdout", "abracadabra"),
    ("(seq 100000 | tail -n 1 >&2; cat)", "abracadabra"),
  ])
  func storesOutputOfProgram(command: String, result: String) throws {
    let size = try run(command)

    #expect(try directory.text("target") == result)
    #expect(size == result.utf8.count)
    #expect(try directory.text("source") == "abracadabra")
  }

  @Test(
    arguments: [
      ("exit 3", .exit(3)),
      ("cat; exit 1", .exit(1)),
      ("cat; false", .exit(1)),
      ("kill -9 $$", .signal(9)),
      ("kill -PIPE $$", .signal(13)),
      ("true", .noOutput),
      ("cat > /dev/null", .noOutput),
      ("nosuchprogram", .notFound),
      ("cat | nosuchprogram", .notFound),
      ("/", .notExecutable),
      ("sh -c 'kill -9 $$'; exit $?", .exit(137)),
      ("echo 'unclosed", .exit(2)),
    ] as [(String, FileFilterFailure)])
  func distinguishesFailures(command: String, failure: FileFilterFailure) {
    #expect(throws: failure) { try run(command) }
  }

  @Test func acceptsCommandWithLeadingDash() {
    let filter = FileFilter(command: "-x")

    #expect(throws: FileFilterFailure.notFound) {
      try filter.run(from: directory.path("source"), to: directory.path("target"))
    }
  }

  @Test(arguments: [
    "sleep 1000",
    "trap '' TERM INT HUP; sleep 1000",
    "trap '' TERM; sleep 1000 & wait",
    "cat; sleep 1000 | sleep 1000",
    "kill -STOP $$",
    "while :; do :; done",
  ])
  func killsProgramAfterTimeout(command: String) throws {
    let limit = Duration.milliseconds(200)
    let start = ContinuousClock.now

    #expect(throws: FileFilterFailure.timedOut(limit)) {
      try run("echo $$ > $DIR/leader; \(command)", timeout: limit)
    }

    #expect(start.duration(to: .now) < .limit)
    // On a busy machine the program may not start within the limit.
    if let leader = try? pid_t(directory.text("leader").filter { $0 != "\n" }) {
      #expect(kill(leader, 0) != 0 && errno == ESRCH, "not reaped")
    }
  }

  @Test(arguments: ["yes", "yes; true", "cat /dev/zero", "yes & wait"])
  func stopsProgramWithTooMuchOutput(command: String) {
    #expect(throws: FileFilterFailure.tooLarge(limit: 1000)) {
      try run(command, maximumBytes: 1000)
    }
  }

  @Test func acceptsOutputOfMaximumSize() throws {
    #expect(try run("cat", maximumBytes: 11) == 11)
    try directory.write("target", "")
    #expect(throws: FileFilterFailure.tooLarge(limit: 10)) { try run("cat", maximumBytes: 10) }
  }

  @Test func killsBackgroundProcesses() throws {
    try run("sleep 100 & echo $! > $DIR/background; echo $$ > $DIR/leader; cat")

    #expect(hasEnded(try process("background")))
    let leader = try process("leader")
    #expect(kill(leader, 0) != 0 && errno == ESRCH, "not reaped")
  }

  @Test func waitsForPendingWrites() throws {
    let writer = "dd if=/dev/zero bs=4M count=4 & echo $! >> $DIR/writers;"
    let start = "until [ -s $DIR/target ]; do :; done"

    for _ in 0..<5 {
      try directory.write("target", "")
      try directory.write("writers", "")
      let size = try run("\(writer) \(writer) \(writer) \(start); echo")
      let writers = try directory.text("writers").split(separator: "\n").compactMap { pid_t($0) }
      #expect(writers.count == 3 && writers.allSatisfy(hasEnded))
      #expect(try directory.read("target").count == size)
    }
  }

  /// Closes descriptors without `FD_CLOEXEC`, such as SwiftNIO's.
  @Test func inheritsOnlyStandardDescriptors() throws {
    let open = dup(1)
    defer { close(open) }

    // `ls` opens the directory as descriptor 3.
    try run("exec ls /proc/self/fd")

    #expect(try directory.text("target") == "0\n1\n2\n3\n")
  }

  /// The tools ignore SIGPIPE; the test uses signals without other users.
  @Test func resetsSignals() throws {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    var (blocked, old) = (sigset_t(), sigset_t())
    sigaddset(&blocked, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &blocked, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }

    try run("grep -E '^Sig(Ign|Blk)' /proc/self/status")

    let lines = try directory.text("target").split(separator: "\n")
    let masks = lines.compactMap { UInt64($0.suffix(16), radix: 16) }
    // The C library ignores its internal signals 32 and 33 in all child processes.
    #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
  }

  @Test func reportsUnopenableFiles() throws {
    let filter = FileFilter(command: "cat")
    let missing = directory.path("missing")
    let failure = FileFilterFailure.file(
      FileError(path: missing, operation: "open", code: ENOENT))

    #expect(throws: failure) { try filter.run(from: missing, to: directory.path("target")) }
    #expect(throws: failure) { try filter.run(from: directory.path("source"), to: missing) }
  }

  @Test func cleansUpAfterConcurrentRuns() throws {
    let processes = FilterProcesses()
    let count = 50
    let results = Monitor<[Result<Int, FileFilterFailure>]>([])
    for number in 0..<count {
      try directory.write("target\(number)", "")
      var filter = FileFilter(
        command: "echo $$ > '\(directory.path)/leader\(number)'; sleep 100 & tr a \(number % 10)")
      filter.processes = processes
      let (source, target) = (directory.path("source"), directory.path("target\(number)"))
      try BackgroundThread.start { [filter] in
        let result = Result { () throws(FileFilterFailure) in
          try filter.run(from: source, to: target)
        }
        results.withLock { $0.append(result) }
      }
    }

    #expect(results.wait { $0.count == count })

    #expect(results.withLock { $0 }.allSatisfy { $0 == .success(11) })
    for number in 0..<count {
      let digit = "\(number % 10)"
      let expected = "abracadabra".map { $0 == "a" ? digit : String($0) }.joined()
      #expect(try directory.text("target\(number)") == expected)
      let leader = try process("leader\(number)")
      #expect(kill(leader, 0) != 0 && errno == ESRCH)
    }
  }

  @Test func stopsRunningAndLaterFilters() throws {
    let processes = FilterProcesses()
    let failures = Monitor<[FileFilterFailure]>([])
    try directory.write("other", "")
    for target in ["target", "other"] {
      var filter = FileFilter(command: "echo; sleep 100")
      filter.processes = processes
      let paths = (directory.path("source"), directory.path(target))
      try BackgroundThread.start { [filter] in
        do throws(FileFilterFailure) {
          try filter.run(from: paths.0, to: paths.1)
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
    }
    #expect(
      try becomesTrue { try !directory.read("target").isEmpty && !directory.read("other").isEmpty })

    processes.killAll()

    #expect(failures.wait { $0 == [.stopped, .stopped] })
    #expect(throws: FileFilterFailure.stopped) { try run("cat", processes: processes) }
  }
}
