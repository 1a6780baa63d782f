import Glibc
import TestSupport
import Testing

/// Makes each relevant system call fail once, at each of its invocations, and kills the tool there.
@Suite(
  .needs("strace"), .enabled(if: SyscallTorture.isPossible, "\(SyscallTorture.needsRight)"),
  .enabled(
    if: Project.testsNamedBinaries, "needs WIRELINE_BIN: hundreds of runs under strace(1)"))
struct TortureFaultTests {
  /// A system call and its injected errors.
  struct Fault: Sendable, CustomTestStringConvertible {
    let call: String
    let errors: [String]
    /// The first calls may belong to the runtime and the event loop, such as reading `/proc/self`
    /// and waking threads. Kernels do not fail them.
    var firstTurn = 1
    /// Whether the event loop traps on this error.
    var mayTrap = false

    var testDescription: String { "\(call) \(errors)" }
  }

  private static let faults = [
    Fault(call: "openat", errors: ["EMFILE", "EIO", "ENOSPC"], firstTurn: 3),
    Fault(call: "read", errors: ["EIO", "EINTR"], firstTurn: 3, mayTrap: true),
    Fault(call: "write", errors: ["ENOSPC", "EIO"], firstTurn: 3),
    Fault(call: "write", errors: ["EINTR"]),
    Fault(call: "pwrite64", errors: ["ENOSPC", "EIO"]),
    Fault(call: "pread64", errors: ["EIO"]),
    Fault(call: "fsync", errors: ["ENOSPC", "EIO"]),
    Fault(call: "fdatasync", errors: ["ENOSPC", "EIO"]),
    Fault(call: "rename", errors: ["ENOSPC", "EIO"]),
    Fault(call: "renameat2", errors: ["ENOSPC", "EIO"]),
    Fault(call: "unlink", errors: ["EIO"]),
    Fault(call: "mkdir", errors: ["ENOSPC"]),
    Fault(call: "close", errors: ["EIO"]),
    Fault(call: "fcntl", errors: ["EIO", "ENOLCK"]),
    Fault(call: "socket", errors: ["EMFILE", "ENOMEM"]),
    Fault(call: "connect", errors: ["ENOMEM", "EINTR"]),
    Fault(call: "getsockopt", errors: ["ENOMEM"]),
    Fault(call: "epoll_wait", errors: ["EINTR"]),
    Fault(call: "epoll_ctl", errors: ["ENOMEM"], mayTrap: true),
    Fault(call: "clone3", errors: ["EAGAIN"], mayTrap: true),
  ]

  /// The exit statuses that a failed call may cause.
  private static let statuses: Set<Int32> = [0, 1, 2, 7, 18, 23, 26, 52, 56, 70, 71]
  /// The calls to fail: the first ones, then fewer.
  private static let turns = [1, 2, 3, 4, 5, 7, 10, 15, 22, 33]

  @Test(arguments: SyscallTorture.Task.allCases, faults)
  func survivesFailedCallWithoutPartialFile(task: SyscallTorture.Task, fault: Fault) throws {
    let torture = try SyscallTorture(task)
    let count = try torture.counts([fault.call])[fault.call] ?? 0

    for error in fault.errors {
      for turn in Self.turns where (fault.firstTurn...max(fault.firstTurn, count)).contains(turn) {
        let comment = "\(fault.call) \(error), turn \(turn)"
        let result = try torture.fail(fault.call, error, at: turn)
        if let signal = result.ending.signal {
          withKnownIssue("event loop and runtime trap", isIntermittent: true) {
            Issue.record("\(comment): signal \(signal)\n\(result.story)")
          } when: {
            fault.mayTrap
          }
        } else {
          #expect(Self.statuses.contains(result.exit ?? -1), "\(comment)\n\(result.story)")
          expectConsistent(task, torture, result, comment)
        }
        torture.clean()
      }
    }
  }

  /// Files are complete, and the exit status matches the output.
  private func expectConsistent(
    _ task: SyscallTorture.Task, _ torture: SyscallTorture, _ result: ToolResult, _ comment: String
  ) {
    let body = SyscallTorture.body
    switch task {
    case .download:
      let file = try? torture.sandbox.text("out")
      let isWhole = file == body
      #expect(file == nil || isWhole, "\(comment)\n\(result.story)")
      if result.exit == 0 { #expect(isWhole, "\(comment): exit status 0 without a file") }
    case .cache:
      let isPart = body.hasPrefix(result.text)
      #expect(isPart, "\(comment)")
      if result.exit == 0 {
        #expect(result.stdoutBytes == body.utf8.count, "\(comment): incomplete")
      }
    case .stream:
      let records = expectRecords(result.stdout, as: .response)
      if result.exit == 0 || result.exit == 1 {
        #expect(records.map(\.ref) == ["1", "2", "3"], "\(comment)\n\(result.story)")
        #expect((result.exit == 0) == records.allSatisfy { !$0.isError }, "\(comment)")
      }
    }
  }

  /// Swift's runtime finds the command line through `/proc/self/maps`.
  @Test func doesNotSucceedWithoutArguments() throws {
    let server = try LoopbackServer { _ in "x" }
    let sandbox = try Sandbox()
    try Tool("req", in: sandbox)(server.url("/")).expect(exit: 0)

    let result = try sandbox.shell(
      """
      exec strace -f -qq -o log -P /proc/self/maps -e trace=openat \
        -e inject=openat:error=EIO:when=1 req -o out \(server.url("/"))
      """)

    #expect(result.exit != 0 || sandbox.exists("out"))
  }

  @Test(arguments: [("pwrite64", "EIO"), ("openat", "EIO"), ("rename", "EIO"), ("fcntl", "EIO")])
  func cacheWorksAfterFailedCall(call: String, error: String) throws {
    let torture = try SyscallTorture(.cache)
    let count = try torture.counts([call])[call] ?? 0

    for turn in Self.turns where turn <= count {
      _ = try torture.fail(call, error, at: turn)
      try expectUsable(torture, "\(call) \(error), turn \(turn)")
    }
  }

  private func expectUsable(_ torture: SyscallTorture, _ comment: String) throws {
    let req = try Tool("req", in: torture.sandbox)
    for _ in 0..<2 {
      let result = try req("--cache", "--retry", "0", torture.server.url("/"))
      let isWhole = result.text == SyscallTorture.body
      #expect(result.exit == 0 && isWhole, "\(comment)\n\(result.messages)")
    }
    let before = torture.server.requestCount
    let result = try req("--offline", torture.server.url("/"))
    let isWhole = result.text == SyscallTorture.body
    #expect(result.exit == 0 && isWhole, "\(comment): not stored")
    #expect(torture.server.requestCount == before)
  }

  @Test(arguments: ["openat", "write", "renameat", "close", "read"])
  func killedDownloadLeavesNoPartialFile(call: String) throws {
    let torture = try SyscallTorture(.download)
    try torture.sandbox.write("out", "old")
    let count = try torture.counts([call])[call] ?? 0
    var killed = 0

    for turn in Self.turns where turn <= count {
      try torture.sandbox.write("out", "old")
      let result = try torture.kill(call, at: turn)
      if result.ending.signal == SIGKILL { killed += 1 }
      let isWhole = ["old", SyscallTorture.body].contains(try torture.sandbox.text("out"))
      #expect(isWhole, "killed at \(call) \(turn)")
    }
    #expect(killed > 0, "no run was killed")
  }

  @Test(arguments: ["openat", "pwrite64", "rename", "fcntl", "unlink", "write"])
  func cacheWorksAfterKill(call: String) throws {
    let torture = try SyscallTorture(.cache)
    let count = try torture.counts([call])[call] ?? 0

    for turn in Self.turns where turn <= count {
      torture.clean()
      _ = try torture.kill(call, at: turn)
      try expectUsable(torture, "killed at \(call) \(turn)")
    }
  }
}
