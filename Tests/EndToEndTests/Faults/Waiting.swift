import Glibc
import TestSupport

// Waits for states of processes and files.

extension LiveTool {
  /// Whether the tool exits within this time. If not, it keeps running.
  func hasEnded(within limit: Duration) -> Bool {
    becomesTrue(within: limit) { descriptorCount == 0 }
  }
}

extension Sandbox {
  /// Whether a file of the working directory reaches this size in time.
  func waitForFile(_ name: String, bytes: Int, within limit: Duration = .seconds(10)) -> Bool {
    becomesTrue(within: limit) {
      var facts = stat()
      return stat("\(work)/\(name)", &facts) == 0 && facts.st_size >= bytes
    }
  }
}
