import Glibc
import NIOCore
import WirelineCore
internal import WirelineRequests

/// `getaddrinfo`, blocking; only ever on a thread of the resolver.
enum AddressLookup {
  /// glibc's `EAI_NODATA`, which its headers hide behind a feature macro.
  private static let noData: Int32 = -5

  static func run(_ host: String) -> Result<[SocketAddress], RequestError.Reason> {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else {
      return .failure(
        .nameNotResolved(host: host, isTemporary: isTemporary(status), detail: text(status)))
    }
    let addresses = sequence(first: list, next: { $0?.pointee.ai_next })
      .prefix { $0 != nil }.compactMap { $0.flatMap { address($0.pointee, host) } }
    guard !addresses.isEmpty else {
      return .failure(.nameNotResolved(host: host, isTemporary: false, detail: "no address"))
    }
    return .success(addresses)
  }

  private static func address(_ entry: addrinfo, _ host: String) -> SocketAddress? {
    guard let pointer = entry.ai_addr else { return nil }
    let raw = UnsafeRawPointer(pointer)
    return switch entry.ai_family {
    case AF_INET: SocketAddress(raw.loadUnaligned(as: sockaddr_in.self), host: host)
    case AF_INET6: SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self), host: host)
    default: nil
    }
  }

  /// "Try again" and "the resolver itself failed" may pass; a static
  /// executable reports SERVFAIL, a refused query and an odd nsswitch.conf so.
  private static func isTemporary(_ status: Int32) -> Bool {
    status == EAI_AGAIN || status == EAI_SYSTEM || status == EAI_MEMORY
  }

  private static func text(_ status: Int32) -> String {
    switch status {
    case EAI_NONAME, noData: "no such host"
    case EAI_AGAIN: "the name server does not answer"
    default: String(cString: gai_strerror(status)).lowercased()
    }
  }
}
