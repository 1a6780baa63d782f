import Glibc

/// A scripted name server on UDP and TCP (RFC 1035 §4), on port 53 of its own loopback address.
///
/// Resolvers always use this port, so the process needs permission to open it (see `isAllowed`). A
/// tool finds the server through a `resolv.conf` with `configuration`.
package final class NameServer: Sendable {
  /// The response to a query.
  package enum Reply: Sendable {
    /// An A record of four bytes. Queries for other types get no record.
    case address([UInt8])
    /// An A record that may be cached for `seconds`.
    case lasting([UInt8], seconds: UInt8)
    /// An AAAA record of sixteen bytes, and no A record.
    case address6([UInt8])
    /// A CNAME record, and an A record of the other name.
    case alias(String, [UInt8])
    /// An A record that is only sent over TCP.
    case truncated([UInt8])
    /// An A record, after forged responses with another id and another question.
    case forged([UInt8])
    /// An A record, and no response to other queries.
    case ignoringIPv6([UInt8])
    /// An A record, and FORMERR to a query with EDNS.
    case addressWithoutEDNS([UInt8])
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
  private let queries = Monitor<[(name: String, hasEDNS: Bool)]>([])
  /// A random `127.x.y.z`, which no other process is likely to use.
  package let address: String

  /// Whether this process may open port 53.
  package static let isAllowed = (try? NameServer { _ in .refused }) != nil

  /// - Parameter reply: returns the response for a name.
  package init(_ reply: @escaping @Sendable (String) -> Reply) throws {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<3).map { _ in UInt8.random(in: 2...250, using: &random) }
    address = "127." + bytes.map(String.init).joined(separator: ".")
    let socket = try Self.bind([127] + bytes, SOCK_DGRAM)
    let listener = try Self.bind([127] + bytes, SOCK_STREAM)
    listen(listener, 16)
    (stopped, stopper) = try Descriptor.pipe()
    try BackgroundThread.start { [stopped, queries] in
      while Descriptor.wait(socket, stop: stopped, within: nil) == .ready {
        Self.serve(socket, queries, reply)
      }
      close(socket)
    }
    try BackgroundThread.start { [stopped, queries] in
      while Descriptor.wait(listener, stop: stopped, within: nil) == .ready {
        Self.serveConnection(accept(listener, nil, nil), queries, reply)
      }
      close(listener)
    }
  }

  /// Stops both threads. The other end of the pipe stays open until the process ends.
  deinit { close(stopper) }

  /// The lines of a `resolv.conf` that uses this server with short timeouts.
  package var configuration: String {
    "nameserver \(address)\noptions timeout:1 attempts:1\n"
  }

  /// The name of each query in order, with the prefix "tcp " for queries over TCP.
  package var names: [String] { queries.withLock { $0.map(\.name) } }
  /// The number of queries with an OPT record (RFC 6891).
  package var ednsCount: Int { queries.withLock { $0.count { $0.hasEDNS } } }

  private static func bind(_ bytes: [UInt8], _ type: __socket_type) throws -> Int32 {
    let socket = Glibc.socket(AF_INET, Int32(type.rawValue), 0)
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

  /// Serves one query, which is preceded by its length (RFC 1035 §4.2.2).
  private static func serveConnection(
    _ socket: Int32, _ queries: Monitor<[(name: String, hasEDNS: Bool)]>, _ reply: (String) -> Reply
  ) {
    guard socket >= 0 else { return }
    defer { close(socket) }
    var message: [UInt8] = []
    while message.count < 2 || message.count < 2 + Int(message[0]) << 8 + Int(message[1]) {
      let more = Descriptor.read(socket)
      if more.isEmpty { return }
      message += more
    }
    guard let question = DNSQuery(Array(message.dropFirst(2))) else { return }
    queries.withLock { $0.append(("tcp " + question.name, question.hasEDNS)) }
    let response = question.responses(reply(question.name), overTCP: true).first ?? []
    _ = Descriptor.write(
      socket, [UInt8(response.count >> 8), UInt8(truncatingIfNeeded: response.count)] + response)
  }

  private static func serve(
    _ socket: Int32, _ queries: Monitor<[(name: String, hasEDNS: Bool)]>, _ reply: (String) -> Reply
  ) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var peer = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let messages = withUnsafeMutableBytes(of: &peer) { raw in
      let from = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self)
      let count = recvfrom(socket, &buffer, 4096, 0, from, &size)
      guard let question = DNSQuery(Array(buffer.prefix(max(0, count)))) else {
        return [[UInt8]]()
      }
      queries.withLock { $0.append((question.name, question.hasEDNS)) }
      return question.responses(reply(question.name), overTCP: false)
    }
    for message in messages {
      _ = withUnsafeBytes(of: &peer) { raw in
        sendto(
          socket, message, message.count, 0,
          raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
      }
    }
  }
}
