import Glibc
import TestSupport
import Testing

/// An environment without HOME, as in processes of some engines.
@Suite(.needs("setpriv"), .enabled(if: geteuid() == 0, "needs root"))
struct HomelessFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Runs a tool as a user without an account, and so without a home directory. It is a copy,
  /// because this user may not be able to read the project's folder.
  private func run(
    _ tool: String, _ words: String, home: String? = nil, stdin: ToolInput = .empty
  ) throws -> ToolResult {
    let variable = home.map { "HOME=\($0)" } ?? ""
    return try sandbox.shell(
      """
      chmod 777 . .. && cp '\(Project.binaries)/\(tool)' . && \
      exec setpriv --reuid 54321 --clear-groups env -i \(variable) ./\(tool) \(words)
      """, stdin: stdin)
  }

  @Test(arguments: ["", "--dry-run", "--parse"])
  func writesErrorRecordsWithoutDirectory(option: String) throws {
    let lines = ["a", "b"].map { #"{"id":"\#($0)","url":"http://h.example/\#($0)","status":200}"# }

    let result = try run("imgfetch", option, stdin: .lines(lines))

    result.expect(exit: 2).expect(says: "no cache directory", "give --output-dir", "HOME")
    let records = result.records(as: .image)
    #expect(records.map(\.code) == ["write", "write"])
    #expect(records.map(\.ref) == [#""a""#, #""b""#])
  }

  /// The home directory `/` belongs to root.
  @Test func warnsOnceOfCacheInReadOnlyHome() throws {
    let server = try LoopbackServer { _ in .ok("x", headers: ["Cache-Control": "max-age=3600"]) }
    let urls = "\(server.url("/a")) \(server.url("/b"))"

    let result = try run("req", "--cache \(urls)", home: "/").expect(exit: 0)

    #expect(result.text == "xx")
    #expect(result.messageLines.count == 1)
    result.expect(
      says: "req: warning: cannot use the cache \"//.cache/wireline/http/cache.sqlite\"")
  }

  @Test func suggestsDatabaseInReadOnlyHome() throws {
    try sandbox.write("c.json", SampleCities.file)
    try sandbox.shell("chmod 644 c.json").expect(exit: 0)

    let result = try run("cities-sync", "c.json", home: "/")

    result.expect(exit: 23).expect(says: "cannot create", "hint: give another --database")
  }

  /// As in a container that keeps HOME=/root for another user.
  @Test func ignoresConfigurationOfOtherUser() throws {
    try sandbox.directory.write("work/root/.config/wireline/config.json", "{")

    let result = try run("req", "--dry-run http://h/", home: "\"$PWD\"/root").expect(exit: 0)

    #expect(result.lines.count == 1 && result.messageLines.count == 1)
    result.expect(says: "req: warning: ignoring the configuration file", "permission denied")
  }

  @Test func refusesCacheWithoutDirectory() throws {
    try run("req", "--cache http://127.0.0.1:1/").expect(exit: 2)
      .expect(says: "no cache directory", "hint: set HOME or XDG_CACHE_HOME")
  }
}
