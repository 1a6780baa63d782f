import Glibc
import TestSupport
import Testing

/// Settings for scripts that build and pack the project, which need the compiler and installed
/// programs in `PATH`.
enum ProjectScript {
  static let path = Project.environment("PATH") ?? "/usr/bin:/bin"

  /// The folders of `PATH`.
  static let folders = path.split(separator: ":").map(String.init)

  static let isDebian = access("/etc/debian_version", F_OK) == 0

  /// Whether git can read the project: not in a source release, and not in another user's folder.
  static let isRepository =
    (try? Sandbox().shell(
      "cd '\(Project.root)' && test -e .git && git rev-parse HEAD", environment: ["PATH": path]
    ).exit) == 0
}
