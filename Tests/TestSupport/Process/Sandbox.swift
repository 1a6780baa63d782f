package import Testing

/// The empty world in which a tool runs: a working directory, a home, and a blank environment.
///
/// One sandbox for several runs keeps what the first left: `cities-sync`, then `cities-find`.
package final class Sandbox: Sendable {
  package let directory: TemporaryDirectory
  /// The absolute path of the working directory.
  package let work: String
  /// The absolute path of the home directory.
  package let home: String

  package init() throws {
    directory = try TemporaryDirectory()
    work = try directory.makeDirectory("work")
    home = try directory.makeDirectory("home")
    for name in ["config", "data", "cache", "state"] { try directory.makeDirectory("home/\(name)") }
  }

  /// Where the programs are that the shell finds beside the tools.
  package static let programFolders = ["/usr/bin", "/bin"]

  /// What a tool finds in its environment, and nothing else.
  package var environment: [String: String] {
    blank.merging(Self.coverage) { mine, _ in mine }
  }

  /// Where an executable that was built for it leaves what it ran; else into its working directory.
  private static let coverage =
    Project.environment("LLVM_PROFILE_FILE").map { ["LLVM_PROFILE_FILE": $0] } ?? [:]

  /// Where a tool may not write, or its system calls fail: what it ran is not counted then, and
  /// cannot damage what was.
  package static let uncounted = ["LLVM_PROFILE_FILE": "/dev/null"]

  private var blank: [String: String] {
    [
      "PATH": ([Project.binaries] + Self.programFolders).joined(separator: ":"), "HOME": home,
      "XDG_CONFIG_HOME": "\(home)/config", "XDG_DATA_HOME": "\(home)/data",
      "XDG_CACHE_HOME": "\(home)/cache", "XDG_STATE_HOME": "\(home)/state",
      "XDG_RUNTIME_DIR": "\(home)/state",
      "LC_ALL": "C.UTF-8", "TZ": "UTC", "COLUMNS": "100",
    ]
  }

  /// Writes a file in the working directory.
  ///
  /// - Returns: its absolute path.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try directory.write("work/\(name)", text)
  }

  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try directory.write("work/\(name)", bytes)
  }

  /// The text of a file in the working directory.
  package func text(_ name: String) throws -> String { try directory.text("work/\(name)") }
  package func read(_ name: String) throws -> [UInt8] { try directory.read("work/\(name)") }
  package func exists(_ name: String) -> Bool { directory.exists("work/\(name)") }

  /// Every file that the tools left, relative to the sandbox: `work/…`, `home/data/…`.
  package var files: [String] { directory.files() }

  /// Runs shell commands with the tools in `PATH`: a pipe, as a person would type it.
  package func shell(
    _ script: String, stdin: ToolInput = .empty, environment: [String: String] = [:],
    timeout: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let shell = Tool(path: "/bin/sh", in: self)
    return try shell.run(
      ["-c", script], stdin: stdin, environment: environment, timeout: timeout,
      sourceLocation: sourceLocation)
  }
}
