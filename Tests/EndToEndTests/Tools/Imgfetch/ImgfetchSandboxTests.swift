import Glibc
import TestSupport
import Testing

/// The rights of the processes that decode images.
@Suite struct ImgfetchSandboxTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "open", "create", "socket", "fork", "exec", "kill", "unlink", "code", "file",
  ])
  func forbiddenCallKillsWorker(call: String) throws {
    let result = try sandbox.shell("\(Project.build)/confinement-probe \(call); echo $?")

    #expect(result.lines.last == "\(128 + SIGSYS)", "\(result.story)")
  }

  @Test(arguments: ["write", "memory"])
  func workerCanWriteAndHasLimitedMemory(call: String) throws {
    let result = try sandbox.shell("\(Project.build)/confinement-probe \(call); echo $?")

    #expect(result.lines.last?.last == "0", "\(result.story)")
  }

  /// The worker has processed one image, and waits for the next.
  @Test func workerIsConfined() throws {
    let gate = try Gate()
    let image = try PixelFixture("rgb.jpg").bytes
    let server = try LoopbackServer { request in
      let response = Script.ok(image, type: "image/jpeg")
      return request.path == "/2" ? response.behind(gate) : response
    }
    let tool = try Tool("imgfetch", in: sandbox).start(
      ["-o", "photos", "--resize", "9", "-j", "1"],
      stdin: .lines([server.url("/1"), server.url("/2")]))
    #expect(server.waitForRequests(2) && tool.readLine() != nil)

    let parent = tool.processIdentifier
    let result = try sandbox.shell(
      """
      for id in $(cat /proc/\(parent)/task/*/children); do
      grep -E '^(NoNewPrivs|Seccomp):' /proc/$id/status
      tr '\\0' ' ' < /proc/$id/cmdline; ls /proc/$id/fd | wc -l; wc -c < /proc/$id/environ; done
      """)
    gate.open()

    try tool.wait().expect(exit: 0)
    #expect(
      result.lines == [
        "NoNewPrivs:\t1", "Seccomp:\t2", "imgfetch-pixel-worker 3", "0",
      ], "\(result.story)")
  }

  /// The kernel refuses seccomp(2) in the first call, which only asks.
  @Test(
    .needs("strace"), .enabled(if: SyscallTorture.isPossible, "\(SyscallTorture.needsRight)"))
  func refusesToProcessWithoutSandbox() throws {
    let result = try sandbox.shell(
      "strace -o trace -e inject=prctl:error=EINVAL:when=1 imgfetch -o photos --resize 9"
        + " http://127.0.0.1:9/")

    result.expect(exit: 2).expect(says: "the kernel refuses the sandbox")
    result.expect(says: "--no-sandbox")
  }

  @Test func worksWithoutSandboxIfRequested() throws {
    let image = try PixelFixture("rgb.jpg").bytes
    let server = try LoopbackServer(["/1": .ok(image, type: "image/jpeg")])

    let result = try Tool("imgfetch", in: sandbox)(
      "-o", "photos", "--resize", "9", "--no-sandbox", server.url("/1"))

    #expect(result.expect(exit: 0).records(as: .image).first?["width"]?.integer == 9)
  }
}
