import Glibc
import TestSupport
import Testing

/// The scripts that build and pack the project, run with the machine's own `PATH`: they need the
/// compiler, and what is installed.
enum ProjectScript {
  static let path = Project.environment("PATH") ?? "/usr/bin:/bin"

  /// Whether a program is in one of the folders of `PATH`.
  static func has(_ program: String) -> Bool {
    path.split(separator: ":").contains { Project.isExecutable("\($0)/\(program)") }
  }

  static let isDebian = access("/etc/debian_version", F_OK) == 0

  /// Whether git reads the project: not in the sources of a release, nor where they are another
  /// user's.
  static let isRepository =
    (try? Sandbox().shell(
      "cd '\(Project.root)' && test -e .git && git rev-parse HEAD", environment: ["PATH": path]
    ).exit) == 0
}
