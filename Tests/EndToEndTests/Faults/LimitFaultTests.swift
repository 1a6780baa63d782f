import TestSupport
import Testing

/// Few descriptors, little memory, one processor: slower, but correct.
@Suite struct LimitFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func run(
    _ limit: String, _ options: String, lines: Int, _ server: LoopbackServer
  ) throws -> ToolResult {
    try sandbox.shell(
      "ulimit \(limit); exec req \(options)",
      stdin: .lines((1...lines).map { server.url("/\($0)") }))
  }

  /// With more jobs than descriptors.
  @Test(arguments: [64, 32, 24])
  func streamsWithFewDescriptors(limit: Int) throws {
    let server = try LoopbackServer { Script.ok($0.path).after(.milliseconds(5)) }

    let result = try run(
      "-n \(limit)", "--jobs 64 --per-host 64 --retry-delay 1ms", lines: 200, server)

    let records = result.records(as: .response)
    #expect(records.map(\.ref) == (1...200).map(String.init))
    result.expect(exit: 0)
    #expect(records.allSatisfy { $0["status"]?.integer == 200 })
  }

  /// Each connection and each file needs a descriptor, the index three.
  @Test(arguments: [64, 24])
  func storesImagesWithFewDescriptors(limit: Int) throws {
    let server = try LoopbackServer { request in
      let shade = UInt8(truncatingIfNeeded: request.number)
      return .ok(SampleImage.png(width: 9, height: 9, shade: shade), type: "image/png")
    }

    let result = try sandbox.shell(
      "ulimit -n \(limit); exec imgfetch -o photos -j 64 --per-host 64 --retry-delay 1ms",
      stdin: .lines((1...200).map { server.url("/\($0).png") }))

    #expect(result.expect(exit: 0).records(as: .image).count == 200)
  }

  /// Idle connections are closed when another host needs the descriptor.
  @Test func visitsManyHostsWithFewDescriptors() throws {
    let server = try LoopbackServer { .ok($0.path) }

    let result = try sandbox.shell(
      "ulimit -n 64; exec req",
      stdin: .lines((1...400).map { "http://h\($0).localhost:\(server.port)/\($0)" }))

    #expect(result.expect(exit: 0).records(as: .response).count == 400)
    #expect(server.peakConnections <= 40, "\(server.peakConnections)")
  }

  /// With too few descriptors to work, the tools neither crash nor hang.
  @Test(arguments: 3...13)
  func reportsMissingDescriptors(limit: Int) throws {
    let server = try LoopbackServer { _ in "x" }
    try Tool("req", in: sandbox)(server.url("/")).expect(exit: 0)

    let single = try sandbox.shell("ulimit -n \(limit); exec req --retry 0 \(server.url("/"))")
    let stream = try run("-n \(limit)", "--retry 0", lines: 3, server)

    for result in [single, stream] { #expect(result.ending.signal == nil, "\(result.story)") }
    for result in [single, stream] where result.ending.signal == nil {
      #expect([0, 1, 2, 7, 23, 26, 70].contains(result.exit ?? -1), "\(result.story)")
    }
    if stream.exit == 0 || stream.exit == 1 { #expect(stream.lines.count == 3, "\(stream.story)") }
  }

  @Test(arguments: [1_000_000, 400_000])
  func worksInLittleAddressSpace(kilobytes: Int) throws {
    let server = try LoopbackServer { _ in .ok(String(repeating: "x", count: 10_000)) }

    let result = try run("-v \(kilobytes)", "", lines: 60, server)

    #expect(result.expect(exit: 0).records(as: .response).count == 60)
  }

  /// Each step leaves too little memory for something else. In less than its own size, an
  /// executable cannot start.
  @Test(
    .enabled(if: Project.testsNamedBinaries, "only release executables report it"),
    arguments: [
      "cities-find x", "req --retry 0 URL", "imgfetch -q --retry 0 -o photos URL",
      "imgfetch -q --retry 0 -o photos --resize 9 --refresh URL",
    ])
  func reportsMissingMemory(command: String) throws {
    let image = SampleImage.png(width: 64, height: 48)
    let server = try LoopbackServer { _ in .ok(image, type: "image/png") }
    try Tool("req", in: sandbox)(server.url("/")).expect(exit: 0)

    let result = try sandbox.shell(
      """
      tool='\(Project.binaries)/\(command.replacing("URL", with: server.url("/a.png")))'
      size=$(($(stat -c %s ${tool%% *}) / 1024))
      for more in $(seq 1500 150 48000); do
        (ulimit -v $((size + more)); exec $tool) >out 2>messages
        echo "$more $? $(grep -m 1 error: messages)"
      done
      """)

    let wrong = result.lines.filter { line in
      let words = line.split(separator: " ", maxSplits: 2)
      switch words.dropFirst().first {
      case "0", "69": return false
      case "71": return !line.contains(": error: cannot ")
      default: return true
      }
    }
    #expect(result.lines.count == 311 && wrong == [], "\(wrong.joined(separator: "\n"))")
  }

  /// The heaps of threads do not take the space for their stacks.
  @Test(.enabled(if: Project.testsNamedBinaries, "a debug build is larger than such a space"))
  func processesImagesInLittleAddressSpace() throws {
    let image = try PixelFixture("rgb.jpg").bytes
    let server = try LoopbackServer { _ in .ok(image, type: "image/jpeg") }
    try Tool("req", in: sandbox)(server.url("/")).expect(exit: 0)

    let result = try sandbox.shell(
      """
      for size in $(seq 150000 10000 500000); do
        (ulimit -v $size
        exec imgfetch -o photos --resize 9 --refresh \(server.url("/a.jpg"))) >out ||
          echo "$size $?"
      done
      """)

    #expect(result.expect(exit: 0).text == "", "\(result.story)")
  }

  /// Deep JSON must not need the stack of the main thread.
  @Test func worksWithSmallStack() throws {
    let nest = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let server = try LoopbackServer { _ in .ok(json: nest) }

    let result = try sandbox.shell("ulimit -s 256; exec req", stdin: .lines([server.url("/")]))

    #expect(result.expect(exit: 0).lines.count == 1)
  }

  @Test func worksOnOneProcessor() throws {
    let server = try LoopbackServer { .ok($0.path) }

    // The first processor of those that the tests may use.
    let first = "$(taskset -cp $$ | sed 's/.*: //; s/[,-].*//')"
    let result = try sandbox.shell(
      "exec taskset -c \(first) req --jobs 32 --per-host 32",
      stdin: .lines((1...300).map { server.url("/\($0)") }))

    #expect(result.expect(exit: 0).records(as: .response).map(\.ref) == (1...300).map(String.init))
  }

  @Test func doesNotLeakDescriptors() throws {
    let server = try LoopbackServer { request in
      request.number % 3 == 0 ? Script.ok("x").closing() : .ok("x")
    }
    let live = try Tool("req").start(["--unordered"])
    func send(_ count: Int) {
      for _ in 0..<count {
        live.write(server.url("/") + "\n")
        #expect(live.readLine() != nil)
      }
    }

    send(20)
    let few = live.descriptorCount
    send(300)

    #expect(live.descriptorCount <= few + 2, "\(few), then \(live.descriptorCount)")
    try live.finish().expect(exit: 0)
  }
}
