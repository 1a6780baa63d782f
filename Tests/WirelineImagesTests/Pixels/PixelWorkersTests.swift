import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// The pool of workers, with shell scripts as workers.
@Suite struct PixelWorkersTests {
  private typealias Outcome = Result<ProcessedImage, PixelFailure>

  private let directory: TemporaryDirectory
  /// Results of any image: 7 × 5 pixels.
  private static let png = SampleImage.png(width: 7, height: 5)
  private static let reply: PixelReply = {
    var reply = PixelReply()
    (reply.format, reply.width, reply.height) = (2, 7, 5)
    (reply.totalTime, reply.count) = (5000, png.count)
    return reply
  }()

  private static let result = ProcessedImage(
    bytes: png, header: ImageHeader(format: .png, width: 7, height: 5), flags: [])

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("hello", Self.bytes(of: PixelHello(0)))
    try directory.write("reply", Self.bytes(of: Self.reply) + Self.png)
  }

  private static func bytes<Message: BitwiseCopyable>(of message: Message) -> [UInt8] {
    withUnsafePointer(to: message) {
      Array(UnsafeRawBufferPointer(UnsafeBufferPointer(start: $0, count: 1)))
    }
  }

  /// Reads a job with three bytes.
  private static let readsJob = "head -c \(MemoryLayout<PixelJob>.stride + 3) > /dev/null"
  /// Reads the settings, answers them, and counts starts in the file `starts`.
  private static let starts =
    "echo $$ >> starts; head -c \(MemoryLayout<PixelSettings>.stride) > /dev/null; cat hello"
  /// Serves images forever.
  private static let serves =
    "while head -c \(MemoryLayout<PixelJob>.stride + 3) > job$$ && [ -s job$$ ]; do cat reply; done"

  /// A pool whose workers run a script in the directory of the test.
  private func pool(
    _ script: String, count: Int = 1, _ change: (inout PixelWorkers.Options) -> Void = { _ in }
  ) -> PixelWorkers {
    var options = PixelWorkers.Options()
    options.count = count
    options.program = PixelProcesses.Program(
      path: "/bin/sh",
      arguments: ["imgfetch-pixel-worker", "-c", "cd '\(directory.path)'; \(script)"])
    change(&options)
    var recipe = PixelRecipe()
    recipe.encoding = .png
    return PixelWorkers(recipe: recipe, options: options)
  }

  /// Processes images of three bytes and returns their results in the order of completion.
  private func process(
    _ workers: PixelWorkers, count: Int = 1, _ source: PixelSource = .bytes([1, 2, 3])
  ) -> [Outcome] {
    let outcomes = Monitor<[Outcome]>([])
    for _ in 0..<count {
      workers.process(source, ImageHeader(format: .jpeg)) { outcome in
        outcomes.withLock { $0.append(outcome) }
      }
    }
    #expect(outcomes.wait { $0.count == count })
    return outcomes.withLock { $0 }
  }

  private func processes() throws -> [pid_t] {
    try directory.text("starts").split(separator: "\n").compactMap { pid_t($0) }
  }

  private func isReaped(_ process: pid_t) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  @Test func returnsResultsInOrder() throws {
    let workers = pool("\(Self.starts); \(Self.serves)")
    let numbers = Monitor<[Int]>([])
    for number in 0..<20 {
      workers.process(.bytes([1, 2, 3]), ImageHeader(format: .jpeg, orientation: 6)) { outcome in
        #expect(outcome == .success(Self.result))
        numbers.withLock { $0.append(number) }
      }
    }

    #expect(numbers.wait { $0.count == 20 })
    workers.stop()

    #expect(numbers.withLock { $0 } == Array(0..<20))
    #expect(workers.pending == PixelWorkers.Pending())
    let started = try processes()
    #expect(started.count == 1 && started.allSatisfy(isReaped))
  }

  /// Copies of an image that waited while it made a worker crash are not processed.
  @Test func refusesWhenImageWouldBeProcessed() throws {
    let workers = pool("\(Self.starts); \(Self.readsJob); exit 3")
    let outcomes = Monitor<[Outcome]>([])
    for _ in 0..<3 {
      workers.process(
        .bytes([1, 2, 3]), ImageHeader(format: .jpeg),
        refusal: { outcomes.withLock { $0.isEmpty ? nil : .damaged("refused") } },
        completion: { outcome in outcomes.withLock { $0.append(outcome) } })
    }

    #expect(outcomes.wait { $0.count == 3 })
    workers.stop()

    let refused = Outcome.failure(.damaged("refused"))
    #expect(outcomes.withLock { $0 } == [.failure(.crashed(.exit(3))), refused, refused])
    #expect(try processes().count == 1)
  }

  @Test func startsAtMostOneWorkerPerThread() throws {
    let workers = pool("\(Self.starts); \(Self.serves)", count: 3)

    let outcomes = process(workers, count: 60)
    workers.stop()

    #expect(outcomes == Array(repeating: .success(Self.result), count: 60))
    let started = try processes()
    #expect((1...3).contains(started.count) && started.allSatisfy(isReaped))
  }

  @Test(
    arguments: [
      ("kill -SEGV $$", .signal(SIGSEGV)), ("kill -ABRT $$", .signal(SIGABRT)),
      ("kill -SYS $$", .signal(SIGSYS)), ("kill -XCPU $$", .signal(SIGXCPU)),
      ("exit 3", .exit(3)), ("head -c 10 reply; exit 0", .exit(0)),
      ("cat /dev/zero", .invalidReply), ("head -c 500 /dev/urandom; sleep 100", .invalidReply),
      ("head -c 80 /dev/zero | tr '\\0' '\\377'; sleep 100", .invalidReply),
    ] as [(String, PixelWorkerEnd)])
  func replacesCrashedWorker(action: String, end: PixelWorkerEnd) throws {
    let workers = pool(
      "\(Self.starts); if [ -e crashed ]; then \(Self.serves); fi; : > crashed;"
        + "\(Self.readsJob); \(action)")

    let outcomes = process(workers, count: 3)
    workers.stop()

    let success = Outcome.success(Self.result)
    #expect(outcomes == [.failure(.crashed(end)), success, success])
    let started = try processes()
    #expect(started.count == 2 && started.allSatisfy(isReaped))
  }

  /// The image is not at fault.
  @Test(arguments: ["KILL", "TERM"], ["", "\(readsJob);", "\(readsJob); head -c 90 reply;"])
  func processesImageAgainIfWorkerIsKilled(signal: String, before: String) throws {
    let workers = pool(
      "\(Self.starts); if [ -e killed ]; then \(Self.serves); fi; : > killed;"
        + "\(before) kill -\(signal) $$")

    let outcomes = process(workers, count: 3)
    workers.stop()

    #expect(outcomes == Array(repeating: .success(Self.result), count: 3))
    let started = try processes()
    #expect(started.count == 2 && started.allSatisfy(isReaped))
  }

  /// As by the kernel, if the image needs more memory than there is.
  @Test func failsImageWhoseWorkersAreKilledTwice() throws {
    let workers = pool("\(Self.starts); \(Self.readsJob); kill -KILL $$")

    let outcomes = process(workers, count: 2)
    workers.stop()

    let failure = Outcome.failure(.crashed(.signal(SIGKILL)))
    #expect(outcomes == [failure, failure])
    #expect(try processes().count == 4)
  }

  @Test(arguments: [(1, true), (2, false)])
  func startsAgainIfStartingWorkerIsKilled(kills: Int, isStarted: Bool) throws {
    let workers = pool(
      "echo >> kills; if [ $(wc -l < kills) -le \(kills) ]; then kill -KILL $$; fi;"
        + "\(Self.starts); \(Self.serves)")

    let failure = PixelFailure.unavailable("the image worker did not start: killed by signal 9")
    #expect(process(workers) == [isStarted ? .success(Self.result) : .failure(failure)])
    workers.stop()
  }

  private static let wrongReplies: [@Sendable (inout PixelReply) -> Void] = [
    { $0.format = 1 }, { $0.width = 8 }, { $0.height = 4 }, { $0.status = 99 },
    { $0.count = 1 << 40 }, { $0.count = 20 },
  ]

  /// The format, size and length that a worker reports must be those of its bytes.
  @Test(arguments: wrongReplies.indices)
  func rejectsWrongReply(index: Int) throws {
    var reply = Self.reply
    Self.wrongReplies[index](&reply)
    try directory.write("reply", Self.bytes(of: reply) + Self.png)
    let workers = pool("\(Self.starts); \(Self.serves)")

    #expect(process(workers) == [.failure(.crashed(.invalidReply))])
    workers.stop()
  }

  @Test(arguments: [
    "\(readsJob); exec sleep 100", "exec sleep 100", "\(readsJob); head -c 90 reply; sleep 100",
    "kill -STOP $$", "\(readsJob); trap '' TERM; while :; do :; done",
  ])
  func killsWorkerAfterTimeLimit(action: String) throws {
    let limit = Duration.milliseconds(200)
    let workers = pool("\(Self.starts); \(action)") { $0.timeLimit = limit }

    #expect(process(workers) == [.failure(.timedOut(limit))])

    #expect(try processes().allSatisfy(isReaped))
    workers.stop()
  }

  /// The image is larger than the buffer of the socket.
  @Test func limitsTimeOfSending() {
    let limit = Duration.milliseconds(200)
    let workers = pool("\(Self.starts); exec sleep 100") { $0.timeLimit = limit }

    let source = PixelSource.bytes([UInt8](repeating: 1, count: 10 << 20))
    #expect(process(workers, source) == [.failure(.timedOut(limit))])
    workers.stop()
  }

  @Test func reportsFailureOfWorker() throws {
    var reply = PixelReply()
    reply.status = PixelStatus.damaged.rawValue
    reply.messageCount = 10
    try directory.write("reply", Self.bytes(of: reply) + Array("bad marker".utf8))
    let workers = pool("\(Self.starts); \(Self.serves)")

    let outcomes = process(workers, count: 2)
    workers.stop()

    #expect(outcomes == Array(repeating: .failure(.damaged("bad marker")), count: 2))
    // The image may have taken the worker over.
    #expect(try processes().count == 2)
  }

  @Test func replacesWorkerAfterManyImages() throws {
    let workers = pool("\(Self.starts); \(Self.serves)") { $0.imagesPerWorker = 2 }

    let outcomes = process(workers, count: 5)
    workers.stop()

    #expect(outcomes == Array(repeating: .success(Self.result), count: 5))
    #expect(try processes().count == 3)
  }

  @Test func replacesWorkerAfterMuchProcessorTime() throws {
    var reply = Self.reply
    reply.totalTime = 150 * 1_000_000_000
    try directory.write("reply", Self.bytes(of: reply) + Self.png)
    let workers = pool("\(Self.starts); \(Self.serves)")

    let outcomes = process(workers, count: 3)
    workers.stop()

    #expect(outcomes == Array(repeating: .success(Self.result), count: 3))
    #expect(try processes().count == 3)
  }

  @Test func replacesWorkerThatEndedBetweenImages() throws {
    let workers = pool(
      "\(Self.starts); if [ -e first ]; then \(Self.serves); fi; : > first;"
        + "\(Self.readsJob); exec cat reply")
    #expect(process(workers) == [.success(Self.result)])
    let first = try #require(try processes().first)
    #expect(becomesTrue { hasEnded(first) })

    #expect(process(workers) == [.success(Self.result)])
    workers.stop()

    #expect(try processes().count == 2)
  }

  // MARK: Start

  @Test(arguments: [
    ("/bin/false", "the image worker did not start: exit status 1"),
    ("/nonexistent", "cannot start an image worker: no such file or directory"),
    ("/", "cannot start an image worker: permission denied"),
  ])
  func failsImagesWithoutWorker(path: String, reason: String) {
    let workers = pool("") {
      $0.program = PixelProcesses.Program(path: path, arguments: ["imgfetch-pixel-worker"])
    }

    let outcomes = process(workers, count: 5)
    workers.stop()

    #expect(outcomes == Array(repeating: .failure(.unavailable(reason)), count: 5))
  }

  @Test func doesNotRetryStartForEachImage() throws {
    try directory.write("hello", Self.bytes(of: PixelHello(ENOSYS)))
    let workers = pool("\(Self.starts); sleep 100")

    let outcomes = process(workers, count: 100)
    workers.stop()

    let reason = "cannot confine the image worker: function not implemented"
    #expect(outcomes == Array(repeating: .failure(.unavailable(reason)), count: 100))
    let started = try processes()
    #expect(started.count == 1 && started.allSatisfy(isReaped))
  }

  @Test func limitsTimeOfStart() {
    let workers = pool("exec sleep 100") { $0.startLimit = .milliseconds(200) }

    let reason = "the image worker did not start: no answer after 200 ms"
    #expect(process(workers) == [.failure(.unavailable(reason))])
    workers.stop()
  }

  @Test func retriesStartAfterFirstSuccess() throws {
    let workers = pool(
      "if [ -e starts ] && [ $(wc -l < starts) = 1 ]; then echo >> starts; exit 1; fi;"
        + "\(Self.starts); \(Self.readsJob); cat reply")

    // Each worker processes one image and exits; the second one does not start.
    let outcomes = (0..<3).map { _ in
      let outcome = process(workers)
      // Waits until the socket of the worker is closed.
      _ = becomesTrue { (try? processes().last).map(hasEnded) ?? true }
      return outcome
    }
    workers.stop()

    let failure = PixelFailure.unavailable("the image worker did not start: exit status 1")
    #expect(
      outcomes == [[.success(Self.result)], [.failure(failure)], [.success(Self.result)]])
  }

  /// Whether a process has ended; it may not be reaped yet.
  private func hasEnded(_ process: pid_t) -> Bool {
    guard let status = try? directory.text("/proc/\(process)/stat") else { return true }
    return status.split(separator: ")").last?.dropFirst().first == "Z"
  }

  @Test func workerInheritsNothing() throws {
    let open = dup(1)
    defer { close(open) }
    let workers = pool(
      "ls /proc/self/fd > descriptors; cp /proc/$$/environ environment;"
        + "cut -d ' ' -f 5 /proc/$$/stat > group; readlink /proc/$$/fd/2 > errors;"
        + "grep -E '^Sig(Ign|Blk)' /proc/self/status > signals;\(Self.starts); \(Self.serves)")

    #expect(process(workers) == [.success(Self.result)])
    workers.stop()

    // `ls` opens the directory as descriptor 3.
    #expect(try directory.text("descriptors") == "0\n1\n2\n3\n")
    #expect(try directory.text("environment") == "")
    #expect(try directory.text("errors") == "/dev/null\n")
    #expect(try directory.text("group") == directory.text("starts"))
    let masks = try directory.text("signals").split(separator: "\n").compactMap {
      UInt64($0.suffix(16), radix: 16)
    }
    // The C library ignores its internal signals 32 and 33 in all child processes.
    #expect(masks.map { $0 & 0x7FFF_FFFF } == [0, 0])
  }

  // MARK: Stop

  @Test func stopKillsBusyWorker() throws {
    let workers = pool("\(Self.starts); \(Self.readsJob); echo > busy; sleep 100")
    let outcomes = Monitor<[Outcome]>([])
    for _ in 0..<2 {
      workers.process(.bytes([1, 2, 3]), ImageHeader(format: .jpeg)) { outcome in
        outcomes.withLock { $0.append(outcome) }
      }
    }
    #expect(becomesTrue { directory.exists("busy") })
    #expect(workers.pending == PixelWorkers.Pending(memory: 6))

    workers.stop()

    #expect(outcomes.withLock { $0 } == [.failure(.stopped), .failure(.stopped)])
    #expect(workers.pending == PixelWorkers.Pending())
    #expect(try processes().allSatisfy(isReaped))
    #expect(process(workers) == [.failure(.stopped)])
    workers.stop()
  }

  @Test func stopKillsStartingWorker() throws {
    let workers = pool("echo $$ > starts; sleep 100")
    let outcomes = Monitor<[Outcome]>([])
    workers.process(.bytes([1, 2, 3]), ImageHeader(format: .jpeg)) { outcome in
      outcomes.withLock { $0.append(outcome) }
    }
    #expect(becomesTrue { (try? processes().isEmpty) == false })

    workers.stop()

    #expect(outcomes.withLock { $0 } == [.failure(.stopped)])
    #expect(try processes().allSatisfy(isReaped))
  }

  // MARK: Backlog

  @Test func countsTemporaryFilesUntilTheyAreProcessed() throws {
    try directory.write("image", [1, 2, 3])
    let workers = pool("\(Self.starts); \(Self.readsJob); echo > busy; sleep 100")
    for _ in 0..<2 {
      workers.process(
        .file(path: directory.path("image")), ImageHeader(format: .jpeg), temporaryBytes: 3
      ) { _ in }
    }
    #expect(becomesTrue { directory.exists("busy") })
    #expect(workers.pending == PixelWorkers.Pending(files: 6))

    workers.stop()

    #expect(workers.pending == PixelWorkers.Pending())
  }

  // MARK: Originals

  @Test func findsOrientationAfterPixels() throws {
    var image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    image += ImageSamples.chunk("IHDR", [0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0])
    image += ImageSamples.chunk("IDAT", ImageSamples.zeros(ImageHeader.maximumBytes))
    image += ImageSamples.chunk("eXIf", ImageSamples.exif(6))
    let workers = pool(
      "\(Self.starts); head -c \(MemoryLayout<PixelJob>.stride + image.count) > job; cat reply")

    #expect(process(workers, .bytes(image)) == [.success(Self.result)])
    workers.stop()

    let offset = try #require(MemoryLayout<PixelJob>.offset(of: \.orientation))
    #expect(try directory.read("job")[offset] == 6)
  }

  @Test func readsFile() throws {
    try directory.write("image", [1, 2, 3])
    try directory.write("large", [1, 2, 3, 4])
    let workers = pool("\(Self.starts); \(Self.serves)") { $0.maximumSourceBytes = 3 }
    let missing = directory.path("missing")

    #expect(process(workers, .file(path: directory.path("image"))) == [.success(Self.result)])
    #expect(
      process(workers, .file(path: missing)) == [
        .failure(.file(FileError(path: missing, operation: "open", code: ENOENT)))
      ])
    let tooLarge = Outcome.failure(.tooLarge("more than 3 bytes"))
    #expect(process(workers, .file(path: directory.path("large"))) == [tooLarge])
    #expect(process(workers, .bytes([1, 2, 3, 4])) == [tooLarge])
    workers.stop()
    #expect(workers.pending == PixelWorkers.Pending())
  }
}
