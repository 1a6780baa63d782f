package import WirelineCore
package import WirelineRequests

/// The options that decide how a server is reached.
package struct ConnectionOptions: Sendable {
  @Flag("allow-downgrade", "Follow redirects from https to http") package var allowDowngrade: Bool
  @Flag("location-trusted", "Send credentials to the hosts of redirects too")
  var locationTrusted: Bool
  @Flag("post301", "Keep the method POST after status 301") private var post301: Bool
  @Flag("post302", "Keep the method POST after status 302") private var post302: Bool
  @Flag("post303", "Keep the method POST after status 303") private var post303: Bool
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
  @Option("interface", "name|address", "Connect from this network interface")
  package var interface: String?
  @Flag("http1.0", "Use HTTP/1.0", short: "0") package var http10: Bool
  @Flag("ipv4", "Connect to IPv4 addresses only", short: "4") package var ipv4: Bool
  @Flag("ipv6", "Connect to IPv6 addresses only", short: "6") package var ipv6: Bool
  @Option(
    "noproxy", "hosts", "Hosts to reach without a proxy, such as example.com,10.0.0.0/8; * for all")
  package var noproxy: String?
  @Option(
    "proxy-user", "user:password", "User and password for the proxy", short: "U",
    isConfigurable: false, masking: { _ in Secrets.mask })
  private var proxyUser: String?
  @Option(
    "proxy-header", "name: value", "Add a header field to requests to the proxy",
    isConfigurable: false, masking: Secrets.maskedHeader)
  private var proxyHeader: [HeaderLines]
  @Flag("proxytunnel", "Use CONNECT for http URLs too", short: "p") package var proxytunnel: Bool
  @Option(
    "proxy1.0", "url", "Like --proxy, and use CONNECT of HTTP/1.0", isConfigurable: false,
    masking: Secrets.maskedURL)
  package var proxyHTTP10: String?
  @Flag("suppress-connect-headers", "Do not print the response of a proxy to CONNECT")
  package var suppressConnectHeaders: Bool
  @Option(
    "proto", "protocols", "Allow only these protocols, such as =https", isConfigurable: false)
  package var proto: AllowedProtocols?
  @Option("unix-socket", "file", "Connect to this Unix socket, whatever the URL's host")
  package var unixSocket: String?
  @Option(
    "cert", "file[:password]", "Client certificate, in PEM form with its chain, or PKCS#12",
    short: "E", masking: { $0.prefix { $0 != ":" } + ($0.contains(":") ? ":" + Secrets.mask : "") },
    values: .files)
  private var certificate: String?
  @Option("key", "file", "Private key, if the --cert file does not contain it")
  package var key: String?
  @Option(
    "pass", "password", "Password of the private key", isConfigurable: false,
    masking: { _ in Secrets.mask })
  private var pass: String?
  @Option(
    "pinnedpubkey", "sha256//hash|file", "Require one of these public keys of the server",
    isConfigurable: false)
  package var pinnedKeys: PinnedKeys?
  @Option("tls-max", "version", "Maximum version of TLS", values: .choices(TLSVersion.self))
  package var tlsMaximum: TLSVersion?

  /// The file of the client certificate, without a password after it.
  package var cert: String? { certificateParts.first }

  package var keyPassword: String? { pass ?? certificateParts.dropFirst().first }

  private var certificateParts: [String] {
    guard let certificate else { return [] }
    if FileAttributes(certificate) != nil { return [certificate] }
    return certificate.split(separator: ":", maxSplits: 1).map(String.init)
  }

  /// Distinguishes cached responses: with another address or certificate, the same URL may have
  /// another response.
  var cachePartition: String {
    let words =
      resolve.map(\.text).sorted() + connectTo.map(\.text) + [unixSocket, cert].map { $0 ?? "" }
    return words.allSatisfy(\.isEmpty) ? "" : words.joined(separator: "\n")
  }

  /// Applies the options for redirects.
  func apply(to policy: inout RedirectPolicy) {
    policy.allowsDowngrade = allowDowngrade
    policy.trustsOtherHosts = locationTrusted
    policy.keepsPOST.formUnion(keptPOST.compactMap { Int($0.name.suffix(3)) })
  }

  /// The options among `--post301`, `--post302` and `--post303` that are given.
  var keptPOST: [OptionDeclaration] {
    [($post301, post301), ($post302, post302), ($post303, post303)].filter(\.1).map(\.0)
  }

  package var proxyLogin: String? { proxyUser.map { $0.contains(":") ? $0 : $0 + ":" } }

  /// The fields that only a proxy receives.
  package var proxyFields: [HeaderArgument] {
    proxyHeader.flatMap(\.fields).filter { !$0.isRemoval }
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$ipv4, $ipv6]] }

  /// The `--resolve` addresses by `host:port`.
  package var resolvedAddresses: [String: [String]] {
    Dictionary(resolve.map { ("\($0.host):\($0.port)", $0.addresses) }) { $1 }
      .filter { !$0.value.isEmpty }
  }
}

package enum TLSVersion: String, ChoiceArgument {
  case any = "default"
  case tls12 = "1.2"
  case tls13 = "1.3"
}

/// `--pinnedpubkey`: hashes of public keys after `sha256//`, separated by semicolons, or the file
/// of a key.
package struct PinnedKeys: ArgumentValue, Equatable {
  /// SHA-256 of the SubjectPublicKeyInfo, RFC 7469 §2.4.
  package let hashes: [[UInt8]]
  let text: String

  package init(parsing argument: String) throws(InvalidArgument) {
    let invalid = InvalidArgument(expected: "sha256//HASH in Base64, or a public key in PEM or DER")
    text = argument
    if argument.hasPrefix("sha256//") {
      let words = argument.split(separator: ";")
      hashes = words.compactMap { Base64.decode(String($0.dropFirst("sha256//".count))) }
      if hashes.count != words.count { throw invalid }
    } else {
      guard let bytes = try? FileBytes.read(argument, limit: 1 << 20) else { throw invalid }
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      let isPEM = lines.first?.hasPrefix("-----BEGIN PUBLIC KEY") == true
      let key = isPEM ? Base64.decode(lines.filter { !$0.hasPrefix("-") }.joined()) : bytes
      guard let key, key.first == 0x30 else { throw invalid }
      hashes = [Array(SHA256.hash(data: key))]
    }
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
/// or without brackets around IPv6 addresses. The host `*` is any, `+` before it means nothing
/// here, and `-host:port` withdraws earlier addresses.
package struct ResolveArgument: ArgumentValue, Equatable {
  let text: String
  let host: String
  let port: Int
  let addresses: [String]

  package init(parsing argument: String) throws(InvalidArgument) {
    let invalid = InvalidArgument(
      expected: "host:port:address, such as example.com:443:127.0.0.1")
    let isRemoval = argument.hasPrefix("-")
    let entry = argument.hasPrefix("+") || isRemoval ? argument.dropFirst() : argument[...]
    let parts = entry.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == (isRemoval ? 2 : 3), !parts[0].isEmpty, let port = Int(digits: parts[1]),
      (1...65535).contains(port)
    else { throw invalid }
    text = argument
    host = parts[0].lowercased()
    self.port = port
    if isRemoval {
      addresses = []
      return
    }
    addresses = parts[2].split(separator: ",").map { address in
      address.hasPrefix("[") && address.hasSuffix("]")
        ? String(address.dropFirst().dropLast()) : String(address)
    }
    guard !addresses.isEmpty, addresses.allSatisfy({ IPAddress.bytes(of: $0) != nil }) else {
      throw invalid
    }
  }
}
