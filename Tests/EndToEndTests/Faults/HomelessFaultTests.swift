import Glibc
import TestSupport
import Testing

/// An environment without HOME, as in processes of some engines.
@Suite(.needs("setpriv"), .enabled(if: geteuid() == 0, "needs root"))
struct HomelessFaultTests {
  private let sandbox: Sandbox
  /// Runs as a user without an account, and so without a home directory.
  private static let prefix = "setpriv --reuid 54321 --clear-groups env -i"
  /// Copies of the executables, because this user may not be able to read the project's folder.
  private static let binaries = Result {
    let sandbox = try Sandbox()
    let copy = "cp req imgfetch cities-sync '\(sandbox.work)'"
    try sandbox.shell("chmod 755 . .. && cd '\(Project.binaries)' && \(copy)").expect(exit: 0)
    return sandbox
  }

  init() throws {
    sandbox = try Sandbox()
    let folder = try Self.binaries.get().work
    try sandbox.shell("chmod 777 . .. && ln -s '\(folder)'/* .").expect(exit: 0)
  }

  @Test(arguments: ["", "--dry-run", "--parse"])
  func writesErrorRecordsWithoutDirectory(option: String) throws {
    let lines = ["a", "b"].map { #"{"id":"\#($0)","url":"http://h.example/\#($0)","status":200}"# }
    let command = "\(Self.prefix) ./imgfetch \(option)"

    let result = try sandbox.shell("exec \(command)", stdin: .lines(lines))

    result.expect(exit: 2).expect(says: "no cache directory", "give --output-dir", "HOME")
    let records = result.records(as: .image)
    #expect(records.map(\.code) == ["write", "write"])
    #expect(records.map(\.ref) == [#""a""#, #""b""#])
  }

  /// The home directory `/` belongs to root.
  @Test func warnsOnceOfCacheInReadOnlyHome() throws {
    let server = try LoopbackServer { _ in .ok("x", headers: ["Cache-Control": "max-age=3600"]) }
    let command = "\(Self.prefix) HOME=/ ./req --cache \(server.url("/a")) \(server.url("/b"))"

    let result = try sandbox.shell(command).expect(exit: 0)

    #expect(result.text == "xx")
    #expect(result.messageLines.count == 1)
    result.expect(
      says: "req: warning: cannot use the cache \"//.cache/wireline/http/cache.sqlite\"")
  }

  @Test func suggestsDatabaseInReadOnlyHome() throws {
    try sandbox.write("c.json", SampleCities.file)
    let result = try sandbox.shell("chmod 644 c.json && \(Self.prefix) HOME=/ ./cities-sync c.json")

    result.expect(exit: 23).expect(says: "cannot create", "hint: give another --database")
  }

  /// As in a container that keeps HOME=/root for another user.
  @Test func ignoresConfigurationOfOtherUser() throws {
    try sandbox.directory.write("work/root/.config/wireline/config.json", "{")
    let command = "\(Self.prefix) HOME=\"$PWD\"/root ./req --dry-run http://h/"

    let result = try sandbox.shell(command).expect(exit: 0)

    #expect(result.lines.count == 1 && result.messageLines.count == 1)
    result.expect(says: "req: warning: ignoring the configuration file", "permission denied")
  }

  @Test func refusesCacheWithoutDirectory() throws {
    let command = "\(Self.prefix) ./req --cache http://127.0.0.1:1/"
    try sandbox.shell("exec \(command)").expect(exit: 2)
      .expect(says: "no cache directory", "hint: set HOME or XDG_CACHE_HOME")
  }
}
