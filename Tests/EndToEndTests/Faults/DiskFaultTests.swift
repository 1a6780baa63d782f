import Glibc
import TestSupport
import Testing

/// Full and read-only disks.
@Suite struct DiskFaultTests {
  private static let body = String(repeating: "0123456789abcdef", count: 64 << 10)
  private let sandbox: Sandbox
  private let server: LoopbackServer

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { $0.path == "/small" ? "small" : .ok(Self.body) }
    // Some tests end before they send a request.
    try Tool("req", in: sandbox)(server.url("/small")).expect(exit: 0)
  }

  /// Exceeding the limit raises SIGXFSZ by default.
  @Test func reportsFileSizeLimit() throws {
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

  /// Runs a script with a small `tmpfs` at `small`, then lists the files there.
  private func withSmallDisk(_ script: String, _ options: String = "size=64k") throws -> ToolResult
  {
    try sandbox.directory.makeDirectory("work/small")
    return try Namespace.shell(
      "mount -t tmpfs -o \(options) none small && { \(script)\n}; find small -type f | sort",
      in: sandbox)
  }

  @Test(.needsMounts, arguments: ["", "-C -"])
  func fullDiskLeavesNoFile(options: String) throws {
    let result = try withSmallDisk(
      """
      req \(options) -o small/out \(server.url("/")); echo $?
      """)

    result.expect(says: "no space left")
    #expect(result.lines == ["23"], "\(result.story)")
  }

  @Test(.needsMounts)
  func fullDiskKeepsOldFile() throws {
    let result = try withSmallDisk(
      "echo old > small/out; req -o small/out \(server.url("/")); echo $?; cat small/out")

    #expect(result.lines.prefix(2) == ["23", "old"], "\(result.story)")
    #expect(result.lines.dropFirst(2) == ["small/out"], "\(result.story)")
  }

  @Test(.needsMounts)
  func fullDiskFailsOnlyItsItem() throws {
    let lines = [("/", "small/one"), ("/small", "small/two"), ("/", "small/three")].map {
      #"{"url":"\#(server.url($0.0))","output":"\#($0.1)"}"#
    }
    try sandbox.write("lines", lines.joined(separator: "\n") + "\n")

    let result = try withSmallDisk("req -j 1 < lines > out; echo $?")

    #expect(result.lines == ["1", "small/two"], "\(result.story)")
    let records = expectRecords(try sandbox.read("out"), as: .response)
    #expect(records.map(\.code) == ["write", nil, "write"])
  }

  @Test(.needsMounts, arguments: ["size=64k", "ro", "nr_inodes=1"])
  func worksWithoutCacheOnFullDisk(options: String) throws {
    let result = try withSmallDisk(
      """
      export XDG_CACHE_HOME=$PWD/small
      for path in / / /small; do req --cache-ttl 1h \(server.url)$path > out || echo failed
      wc -c < out; done
      """, options)

    #expect(result.lines.prefix(3) == ["1048576", "1048576", "5"], "\(result.story)")
    #expect(!result.lines.contains { $0.contains(".tmp") }, "\(result.story)")
  }

  @Test(.needsMounts)
  func reportsUnwritableCassette() throws {
    let result = try withSmallDisk("req --record small/tape \(server.url("/")) > out; echo $?")

    #expect(result.lines.first == "23", "\(result.story)")
  }

  @Test(.needsMounts)
  func fullDiskKeepsOldCookies() throws {
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

  @Test(.needsMounts, arguments: ["", "-C -"])
  func reportsReadOnlyDirectory(options: String) throws {
    let result = try withSmallDisk(
      "req \(options) -o small/out \(server.url("/small")); echo $?", "ro")

    result.expect(says: "read-only file system")
    #expect(result.lines == ["23"], "\(result.story)")
  }
}
