import Glibc

/// A TCP client for raw bytes.
package final class RawClient: Sendable {
  private let descriptor: Int32

  /// - Throws: `SystemError` with `ECONNREFUSED` if the port is closed.
  package init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    Descriptor.keepPrivate(descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafeBytes(of: &address) { bytes in
      connect(
        descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count))
    }
    guard code == 0 else {
      let error = SystemError("connect")
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  package func send(_ text: String) { _ = Descriptor.write(descriptor, Array(text.utf8)) }

  /// Receives until the server closes the connection, or until `count` bytes have arrived.
  package func receive(_ count: Int = .max, within limit: Duration = .seconds(10)) -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard Descriptor.wait(descriptor, within: limit) == .ready else { break }
      let chunk = Descriptor.read(descriptor)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the server reset the connection.
  package var wasReset: Bool {
    _ = Descriptor.wait(descriptor, within: .seconds(10))
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) < 0 && errno == ECONNRESET
  }
}
