import Glibc
import TestSupport

// Waits for states of processes and files.

extension LiveTool {
  /// Whether it ends within this time; if not, it is left running.
  func hasEnded(within limit: Duration) -> Bool {
    becomesTrue(within: limit) { descriptorCount == 0 }
  }
}

extension Sandbox {
  /// Whether a file of the working directory comes to have so many bytes.
  func waitForFile(_ name: String, bytes: Int, within limit: Duration = .seconds(10)) -> Bool {
    becomesTrue(within: limit) {
      var facts = stat()
      return stat("\(work)/\(name)", &facts) == 0 && facts.st_size >= bytes
    }
  }
}
