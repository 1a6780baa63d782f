import Glibc
import TestSupport
import Testing

/// The scripts that build and pack the project, run with the machine's own `PATH`: they need the
/// compiler, and what is installed.
enum ProjectScript {
  static let path = Project.environment("PATH") ?? "/usr/bin:/bin"

  /// The folders of `PATH`.
  static let folders = path.split(separator: ":").map(String.init)

  static let isDebian = access("/etc/debian_version", F_OK) == 0

  /// Whether git reads the project: not in the sources of a release, nor where they are another
  /// user's.
  static let isRepository =
    (try? Sandbox().shell(
      "cd '\(Project.root)' && test -e .git && git rev-parse HEAD", environment: ["PATH": path]
    ).exit) == 0
}
