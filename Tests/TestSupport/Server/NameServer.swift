import Glibc

/// A scripted name server on UDP (RFC 1035 §4), on port 53 of its own loopback address.
///
/// Resolvers always use this port, so the process needs permission to open it (see `isAllowed`). A
/// tool finds the server through a `resolv.conf` with `configuration`.
package final class NameServer: Sendable {
  /// The response to a query.
  package enum Reply: Sendable {
    /// An A record of four bytes. Queries for other types get no record.
    case address([UInt8])
    /// An AAAA record of sixteen bytes, and no A record.
    case address6([UInt8])
    /// NXDOMAIN.
    case noSuchName
    /// SERVFAIL.
    case failure
    case refused
    case silence
    /// Bytes that are not a DNS message.
    case garbage([UInt8])
  }

  private let stopped: Int32
  private let stopper: Int32
  private let queries = Monitor<[String]>([])
  /// A random `127.x.y.z`, which no other process is likely to use.
  package let address: String

  /// Whether this process may open port 53.
  package static let isAllowed = (try? NameServer { _ in .refused }) != nil

  /// - Parameter reply: returns the response for a name.
  package init(_ reply: @escaping @Sendable (String) -> Reply) throws {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<3).map { _ in UInt8.random(in: 2...250, using: &random) }
    address = "127." + bytes.map(String.init).joined(separator: ".")
    let (socket, _) = try Descriptor.socket(SOCK_DGRAM, at: [127] + bytes, port: 53)
    (stopped, stopper) = try Descriptor.pipe()
    try BackgroundThread.start { [stopped, queries] in
      while Descriptor.wait(socket, stop: stopped, within: nil) == .ready {
        Self.serve(socket, queries, reply)
      }
      close(socket)
    }
  }

  /// Stops the thread. The other end of the pipe stays open until the process ends.
  deinit { close(stopper) }

  /// The lines of a `resolv.conf` that uses this server with short timeouts.
  package var configuration: String {
    "nameserver \(address)\noptions timeout:1 attempts:1\n"
  }

  /// The name of each query in order.
  package var names: [String] { queries.withLock { $0 } }

  private static func serve(
    _ socket: Int32, _ queries: Monitor<[String]>, _ reply: (String) -> Reply
  ) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var peer = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &peer) { raw in
      let address = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      let count = recvfrom(socket, &buffer, 4096, 0, address, &size)
      guard let question = DNSQuery(Array(buffer.prefix(max(0, count)))) else { return }
      queries.withLock { $0.append(question.name) }
      guard let message = question.response(reply(question.name)) else { return }
      sendto(socket, message, message.count, 0, address, size)
    }
  }
}
