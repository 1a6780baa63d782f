import Glibc
import TestSupport
import Testing

/// A world of its own for one run, as unshare(1) makes it where the tests run as root.
enum Namespace {
  /// Mounts of its own can be made.
  static let hasMounts = works(["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
  /// A network of its own, with addresses of any kind, can be made.
  static let hasNetwork = works(["-n", "sh", "-c", "ip link set lo up"])

  static let needsMounts = "needs root, to mount over a file in a namespace of its own"
  static let needsNetwork = "needs root, for a network namespace"

  private static func works(_ arguments: [String]) -> Bool {
    guard geteuid() == 0, let sandbox = try? Sandbox() else { return false }
    let result = try? Tool(path: "/usr/bin/unshare", in: sandbox).run(arguments)
    return result?.exit == 0
  }

  /// Runs shell commands with mounts, or a network, that nobody else sees.
  static func shell(
    _ script: String, kind: String = "-m", in sandbox: Sandbox, stdin: ToolInput = .empty
  ) throws -> ToolResult {
    try Tool(path: "/usr/bin/unshare", in: sandbox)
      .run([kind, "/bin/sh", "-c", script], stdin: stdin)
  }
}
