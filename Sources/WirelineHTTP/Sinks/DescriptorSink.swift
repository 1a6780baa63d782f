import Glibc
import Synchronization
internal import WirelineCore
package import WirelineRequests

/// Writes a body to a descriptor as it comes. A reader that takes its time
/// holds back the sender; one that leaves ends the transfer.
package final class DescriptorSink: ResponseSink {
  private let descriptor: Int32
  private let closed = Mutex(false)

  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether the reader has gone.
  package var isClosed: Bool { closed.withLock { $0 } }

  package func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    do throws(FileError) {
      try FileBytes.write(bytes, to: descriptor, path: "stdout")
    } catch {
      if error.code == EPIPE {
        closed.withLock { $0 = true }
        throw RequestError(.cancelled)
      }
      throw RequestError(.writeFailed(path: "stdout", detail: error.reason), isRequestSent: true)
    }
  }
}
