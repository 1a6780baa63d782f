import Glibc
import TestSupport
import Testing

/// Disks that are full, or take nothing at all.
@Suite struct DiskFaultTests {
  private static let body = String(repeating: "0123456789abcdef", count: 64 << 10)
  private let sandbox: Sandbox
  private let server: LoopbackServer

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { $0.path == "/small" ? "small" : .ok(Self.body) }
    // Some of the tests below end before they ask.
    try Tool("req", in: sandbox)(server.url("/small")).expect(exit: 0)
  }

  @Test(arguments: [
    [], ["-i"], ["--format", "jsonl"], ["--format", "tsv"], ["--build"], ["--dry-run"],
    ["--to-curl"],
  ])
  func aFullDeviceIsSaid(options: [String]) throws {
    let result = try Tool("req", in: sandbox).run(
      options + [server.url("/small")], stdout: .file("/dev/full"))

    result.expect(exit: 23).expect(says: "req: error: ", "no space left")
  }

  @Test(arguments: ["--help", "--version", "--print-config", "--cache-status"])
  func aFullDeviceIsSaidWhateverIsPrinted(option: String) throws {
    try Tool("req", in: sandbox).run([option], stdout: .file("/dev/full")).expect(exit: 23)
  }

  /// A file may grow to one block, and a write beyond it is a signal by default.
  @Test func aLimitOfFileSizeIsAFullDisk() throws {
    let result = try sandbox.shell(
      """
      ulimit -f 8
      req -o out \(server.url("/")); echo "status $?"
      printf '{"url":"%s","output":"two"}\\n' \(server.url("/")) | req; echo "status $?"
      """, environment: Sandbox.uncounted)

    #expect(result.lines.first == "status 23")
    #expect(result.lines.last == "status 1")
    #expect(!sandbox.exists("out") && !sandbox.exists("two"))
  }

  @Test func citiesFindReportsFileSizeLimit() throws {
    let file = try sandbox.write("c.json", SampleCities.array(count: 500))
    try Tool("cities-sync", in: sandbox)(file).expect(exit: 0)

    let result = try sandbox.shell(
      "ulimit -f 8; cities-find --limit 0 '' > out; echo \"status $?\"",
      environment: Sandbox.uncounted)

    #expect(result.lines == ["status 23"], "\(result.story)")
    result.expect(says: "cities-find: error: ", "file too large")
  }

  // MARK: A small file system

  /// Runs a script with a small `tmpfs` at `small`, and tells what is left there.
  private func withSmallDisk(_ script: String, _ options: String = "size=64k") throws -> ToolResult
  {
    try sandbox.directory.makeDirectory("work/small")
    return try Namespace.shell(
      "mount -t tmpfs -o \(options) none small && { \(script)\n}; find small -type f | sort",
      in: sandbox)
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"), arguments: ["", "-C -"])
  func aFullDiskLeavesNoFile(options: String) throws {
    let result = try withSmallDisk(
      """
      req \(options) -o small/out \(server.url("/")); echo $?
      """)

    result.expect(says: "no space left")
    #expect(result.lines == ["23"], "\(result.story)")
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func aFullDiskKeepsTheOldFile() throws {
    let result = try withSmallDisk(
      "echo old > small/out; req -o small/out \(server.url("/")); echo $?; cat small/out")

    #expect(result.lines.prefix(2) == ["23", "old"], "\(result.story)")
    #expect(result.lines.dropFirst(2) == ["small/out"], "\(result.story)")
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func noInodeIsLeft() throws {
    let result = try withSmallDisk(
      "req -o small/out \(server.url("/small")); echo $?", "nr_inodes=1")

    #expect(result.lines == ["23"], "\(result.story)")
  }

  /// One item has no room, the others go on.
  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func aFullDiskIsAnErrorRecord() throws {
    let lines = [("/", "small/one"), ("/small", "small/two"), ("/", "small/three")].map {
      #"{"url":"\#(server.url($0.0))","output":"\#($0.1)"}"#
    }
    try sandbox.write("lines", lines.joined(separator: "\n") + "\n")

    let result = try withSmallDisk("req -j 1 < lines > out; echo $?")

    #expect(result.lines == ["1", "small/two"], "\(result.story)")
    let records = expectRecords(try sandbox.read("out"), as: .response)
    #expect(records.map(\.code) == ["write", nil, "write"])
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func aFullDiskUnderStdoutEndsTheRun() throws {
    try sandbox.write("lines", String(repeating: server.url("/small") + "\n", count: 2000))

    let result = try withSmallDisk("req < lines > small/out; echo $?")

    result.expect(says: "no space left")
    #expect(result.lines == ["23", "small/out"], "\(result.story)")
  }

  /// What cannot be stored is answered all the same.
  @Test(
    .enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"),
    arguments: ["size=64k", "ro", "nr_inodes=1"])
  func aCacheOnAFullDiskIsNone(options: String) throws {
    let result = try withSmallDisk(
      """
      export XDG_CACHE_HOME=$PWD/small
      for path in / / /small; do req --cache-ttl 60 \(server.url)$path > out || echo failed
      wc -c < out; done
      """, options)

    #expect(result.lines.prefix(3) == ["1048576", "1048576", "5"], "\(result.story)")
    #expect(!result.lines.contains { $0.contains(".tmp") }, "\(result.story)")
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func aTapeThatCannotBeWrittenIsSaid() throws {
    let result = try withSmallDisk(
      "req --record small/tape \(server.url("/")) > out; echo $?")

    #expect(result.lines.first == "23", "\(result.story)")
  }

  /// The cookies of before are not lost with those that find no room.
  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"))
  func aJarThatCannotBeWrittenIsKept() throws {
    let long = String(repeating: "x", count: 3000)
    let server = try LoopbackServer { _ in .ok("x", headers: ["Set-Cookie": "c=\(long)"]) }

    let result = try withSmallDisk(
      """
      req -c small/jar \(server.url("/")) > out || exit 9
      cp small/jar before; head -c 70000 /dev/zero > small/rest 2>/dev/null
      req -c small/jar \(server.url("/")) > out; echo $?
      cmp small/jar before && echo same
      """)

    #expect(result.lines.prefix(2) == ["23", "same"], "\(result.story)")
  }

  @Test(.enabled(if: Namespace.hasMounts, "\(Namespace.needsMounts)"), arguments: ["", "-C -"])
  func aReadOnlyDirectoryIsSaid(options: String) throws {
    let result = try withSmallDisk(
      "req \(options) -o small/out \(server.url("/small")); echo $?", "ro")

    result.expect(says: "read-only file system")
    #expect(result.lines == ["23"], "\(result.story)")
  }
}
