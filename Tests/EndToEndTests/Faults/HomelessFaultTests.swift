import Glibc
import TestSupport
import Testing

/// An environment without HOME, as in processes of some engines.
@Suite(
  .needs("setpriv"), .enabled(if: geteuid() == 0, "needs root"))
struct HomelessFaultTests {
  private let sandbox: Sandbox
  /// Runs as a user without an account, and so without a home directory.
  private static let prefix = "setpriv --reuid 54321 --clear-groups env -i"

  /// Copies the executables, because this user may not be able to read the project's folder.
  init() throws {
    sandbox = try Sandbox()
    let copy = "cp '\(Project.binaries)/req' '\(Project.binaries)/imgfetch' ."
    try sandbox.shell("chmod 777 . .. && \(copy)").expect(exit: 0)
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

  @Test func refusesCacheWithoutDirectory() throws {
    let command = "\(Self.prefix) ./req --cache http://127.0.0.1:1/"
    try sandbox.shell("exec \(command)").expect(exit: 2)
      .expect(says: "no cache directory", "hint: set HOME or XDG_CACHE_HOME")
  }
}
