import Glibc
import TestSupport

/// A UDP client that sends bytes and gives back bytes.
final class RawDatagram: Sendable {
  private let descriptor: Int32

  init(address: String, port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    Descriptor.keepPrivate(descriptor)
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &peer.sin_addr)
    let code = withUnsafeBytes(of: &peer) { raw in
      connect(
        descriptor, raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    guard code == 0 else { throw SystemError("connect") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) { _ = Descriptor.write(descriptor, bytes) }

  /// One datagram; empty if none comes in time.
  func receive(within limit: Duration) -> [UInt8] {
    Descriptor.wait(descriptor, within: limit) == .ready ? Descriptor.read(descriptor) : []
  }
}
