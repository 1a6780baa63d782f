import Glibc
import TestSupport
import Testing

/// Linux namespaces for one run, created with unshare(1) if the tests run as root.
enum Namespace {
  /// Whether a mount namespace can be created.
  static let hasMounts = works(["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
  /// Whether a network namespace, with any addresses, can be created.
  static let hasNetwork = works(["-n", "sh", "-c", "ip link set lo up"])

  private static func works(_ arguments: [String]) -> Bool {
    guard geteuid() == 0, let sandbox = try? Sandbox() else { return false }
    let result = try? Tool(path: "/usr/bin/unshare", in: sandbox).run(arguments)
    return result?.exit == 0
  }

  /// Runs shell commands in a namespace: -m for mounts, -n for the network.
  static func shell(
    _ script: String, kind: String = "-m", in sandbox: Sandbox, stdin: ToolInput = .empty
  ) throws -> ToolResult {
    try Tool(path: "/usr/bin/unshare", in: sandbox)
      .run([kind, "/bin/sh", "-c", script], stdin: stdin)
  }
}

extension Trait where Self == ConditionTrait {
  static var needsMounts: Self {
    .enabled(if: Namespace.hasMounts, "needs root, for a mount namespace")
  }
  static var needsNetwork: Self {
    .enabled(if: Namespace.hasNetwork, "needs root, for a network namespace")
  }
}
