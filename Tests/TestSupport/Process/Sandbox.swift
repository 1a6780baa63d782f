package import Testing

/// The isolated environment of a tool: a working directory, a home directory and variables.
///
/// Several runs can share a sandbox and its files: `cities-sync`, then `cities-find`.
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

  /// The folders in `PATH` besides that of the tools.
  package static let programFolders = [
    "/usr/bin", "/bin", "\(Project.root)/.build/python/duckdb_cli",
  ]

  /// The complete environment of a tool.
  package var environment: [String: String] {
    blank.merging(Self.coverage) { mine, _ in mine }
  }

  /// Collects coverage data, which instrumented executables otherwise write to the working
  /// directory.
  private static let coverage =
    Project.environment("LLVM_PROFILE_FILE").map { ["LLVM_PROFILE_FILE": $0] } ?? [:]

  /// Discards coverage data, for tests in which writing it would fail.
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

  package func text(_ name: String) throws -> String { try directory.text("work/\(name)") }
  package func read(_ name: String) throws -> [UInt8] { try directory.read("work/\(name)") }
  package func exists(_ name: String) -> Bool { directory.exists("work/\(name)") }

  /// All files relative to the sandbox: `work/…`, `home/data/…`.
  package var files: [String] { directory.files() }

  /// Runs a shell script with the tools in `PATH`.
  package func shell(
    _ script: String, stdin: ToolInput = .empty, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let shell = Tool(path: "/bin/sh", in: self)
    return try shell.run(
      ["-c", script], stdin: stdin, environment: environment,
      sourceLocation: sourceLocation)
  }
}
