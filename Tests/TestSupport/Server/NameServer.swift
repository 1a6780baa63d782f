import Glibc

/// A scripted name server on UDP, RFC 1035 §4: port 53 of a loopback address of its own.
///
/// Resolvers know no other port, so the process has to be allowed to take it (see `isAllowed`); a
/// tool is pointed at it by a `resolv.conf` with `configuration`.
package final class NameServer: Sendable {
  /// What is said of a name.
  package enum Reply: Sendable {
    /// An A record, four bytes; a question for anything else is told that there is none.
    case address([UInt8])
    /// NXDOMAIN.
    case noSuchName
    /// SERVFAIL: the server itself does not know.
    case failure
    case refused
    case silence
    /// Bytes that are no message.
    case garbage([UInt8])
  }

  private let socket: Int32
  private let stopped: Int32
  private let stopper: Int32
  private let asked = Monitor<[String]>([])
  /// `127.x.y.z`, which nobody else on the machine uses.
  package let address: String

  /// Whether this process may open port 53.
  package static let isAllowed = (try? NameServer { _ in .refused }) != nil

  /// - Parameter reply: to the name that is asked for, and how often it was before.
  package init(_ reply: @escaping @Sendable (String) -> Reply) throws {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<3).map { _ in UInt8.random(in: 2...250, using: &random) }
    address = "127." + bytes.map(String.init).joined(separator: ".")
    socket = try Self.bind([127] + bytes)
    (stopped, stopper) = try Descriptor.pipe()
    try BackgroundThread.start { [socket, stopped, asked] in
      while Descriptor.wait(socket, stop: stopped, within: nil) == .ready {
        Self.serve(socket, asked, reply)
      }
      close(socket)
      close(stopped)
    }
  }

  deinit { close(stopper) }

  /// The lines of a `resolv.conf` that leads here, and does not wait long.
  package var configuration: String {
    "nameserver \(address)\noptions timeout:1 attempts:1\n"
  }

  /// The names that were asked for, in order, once for each question.
  package var names: [String] { asked.withLock { $0 } }

  private static func bind(_ bytes: [UInt8]) throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard socket >= 0 else { throw SystemError("socket") }
    Descriptor.keepPrivate(socket)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(53).bigEndian
    withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
    let code = withUnsafeBytes(of: &address) { raw in
      Glibc.bind(
        socket, raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    guard code == 0 else {
      let error = SystemError("bind")
      close(socket)
      throw error
    }
    return socket
  }

  private static func serve(
    _ socket: Int32, _ asked: Monitor<[String]>, _ reply: (String) -> Reply
  ) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var peer = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let message = withUnsafeMutableBytes(of: &peer) { raw in
      let from = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      let count = recvfrom(socket, &buffer, 4096, 0, from, &size)
      guard let question = NameQuestion(Array(buffer.prefix(max(0, count)))) else {
        return [UInt8]()
      }
      asked.withLock { $0.append(question.name) }
      return question.answer(reply(question.name))
    }
    guard !message.isEmpty else { return }
    _ = withUnsafeBytes(of: &peer) { raw in
      sendto(
        socket, message, message.count, 0, raw.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        size)
    }
  }
}
