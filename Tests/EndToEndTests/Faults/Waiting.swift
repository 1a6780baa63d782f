import Glibc
import TestSupport

// Waits for states of processes and files.

extension LiveTool {
  /// Whether the tool exits. If not, it keeps running.
  func hasEnded() -> Bool { becomesTrue { descriptorCount == 0 } }
}

extension Sandbox {
  /// Whether a file of the working directory reaches this size.
  func waitForFile(_ name: String, bytes: Int) -> Bool {
    becomesTrue {
      var status = stat()
      return stat("\(work)/\(name)", &status) == 0 && status.st_size >= bytes
    }
  }
}
