package import WirelineCore
package import WirelineRequests

/// The options that decide how a server is reached.
package struct ConnectionOptions: Sendable {
  @Flag("allow-downgrade", "Follow redirects from https to http") package var allowDowngrade: Bool
  @Option(
    "resolve", "host:port:address",
    "Connect to this address instead of resolving the name, such as example.com:443:127.0.0.1",
    isConfigurable: false)
  package var resolve: [ResolveArgument]
  @Option(
    "connect-to", "host:port:host:port",
    "Connect to the second host and port instead of the first; empty parts match any",
    isConfigurable: false)
  package var connectTo: [HostReplacement]
  @Flag("ipv4", "Connect to IPv4 addresses only", short: "4") package var ipv4: Bool
  @Flag("ipv6", "Connect to IPv6 addresses only", short: "6") package var ipv6: Bool
  @Option(
    "noproxy", "hosts", "Hosts to reach without a proxy, such as example.com,10.0.0.0/8; * for all")
  package var noproxy: String?
  @Option(
    "proto", "protocols", "Allow only these protocols, such as =https", isConfigurable: false)
  package var proto: AllowedProtocols?
  @Option("unix-socket", "file", "Connect to this Unix socket, whatever the URL's host")
  package var unixSocket: String?
  @Option("cert", "file", "Client certificate in PEM form, with its chain", short: "E")
  package var cert: String?
  @Option("key", "file", "Private key, if the --cert file does not contain it")
  package var key: String?

  /// Distinguishes cached responses: with another address or certificate, the same URL may have
  /// another response.
  var cachePartition: String {
    let words =
      resolve.map(\.text).sorted() + connectTo.map(\.text) + [unixSocket, cert].map { $0 ?? "" }
    return words.allSatisfy(\.isEmpty) ? "" : words.joined(separator: "\n")
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$ipv4, $ipv6]] }

  /// The addresses of `--resolve` by `host:port`.
  package var resolvedAddresses: [String: [String]] {
    Dictionary(resolve.map { ("\($0.host):\($0.port)", $0.addresses) }) { $1 }
  }
}

/// `--proto`: protocols separated by commas, each after `=`, `+` or `-`.
package struct AllowedProtocols: ArgumentValue, Equatable {
  private var schemes: Set<String> = ["http", "https"]

  /// The allowed ones of `http` and `https`.
  var names: [String] { ["http", "https"].filter(schemes.contains) }

  package init(parsing argument: String) throws(InvalidArgument) {
    for word in argument.split(separator: ",") {
      let sign = word.first.flatMap { "=+-".contains($0) ? $0 : nil }
      let name = (sign == nil ? word : word.dropFirst()).lowercased()
      let named: Set<String> = name == "all" ? ["http", "https"] : [name]
      switch sign {
      case "-": schemes.subtract(named)
      case "=": schemes = named
      default: schemes.formUnion(named)
      }
    }
    if names.isEmpty { throw InvalidArgument(expected: "protocols such as =https") }
  }

  func check(_ url: RequestURL) throws(UsageError) {
    if schemes.contains(url.scheme.rawValue) { return }
    throw UsageError("--proto does not allow \"\(url.scheme.rawValue)\"", status: .failure)
  }
}

/// Addresses for a host in the syntax of curl's `--resolve`: `host:port:address[,address]…`, with
/// or without brackets around IPv6 addresses.
package struct ResolveArgument: ArgumentValue, Equatable {
  let text: String
  let host: String
  let port: Int
  let addresses: [String]

  package init(parsing argument: String) throws(InvalidArgument) {
    let invalid = InvalidArgument(
      expected: "host:port:address, such as example.com:443:127.0.0.1")
    let parts = argument.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, let port = Int(digits: parts[1]),
      (1...65535).contains(port)
    else { throw invalid }
    text = argument
    host = parts[0].lowercased()
    self.port = port
    addresses = parts[2].split(separator: ",").map { address in
      address.hasPrefix("[") && address.hasSuffix("]")
        ? String(address.dropFirst().dropLast()) : String(address)
    }
    guard !addresses.isEmpty, addresses.allSatisfy(Self.isAddress) else { throw invalid }
  }

  private static func isAddress(_ text: String) -> Bool { IPAddress.bytes(of: text) != nil }
}
