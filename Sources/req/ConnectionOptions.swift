import ArgumentParser
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// How the server is reached.
struct ConnectionOptions: DeclaredOptions {
  @Flag(Self.allowDowngrade) var allowDowngrade: Bool
  @Option(Self.resolve) var resolve: [String]
  @Option(Self.unixSocket) var unixSocket: String?
  @Option(Self.cert) var cert: String?
  @Option(Self.key) var key: String?

  static let declarations = [allowDowngrade, resolve, unixSocket, cert, key]

  static let allowDowngrade = OptionDeclaration(
    "allow-downgrade", .flag(inverse: nil), "follow redirects from https to http too",
    isConfigurable: false)
  static let resolve = OptionDeclaration(
    "resolve", .list("host:port:address"), "use this address, or several with commas between",
    isConfigurable: false)
  static let unixSocket = OptionDeclaration(
    "unix-socket", .value("file"), "connect to this socket, whatever the URL's host")
  static let cert = OptionDeclaration(
    "cert", .value("file"), "our own certificate, in PEM form, its chain behind it")
  static let key = OptionDeclaration(
    "key", .value("file"), "its key, if the certificate's file does not hold it")

  /// What makes the same URL another place, or its visitor another one: no
  /// answer of the one is one of the other.
  var place: String {
    let words = resolve.sorted() + [unixSocket, cert].map { $0 ?? "" }
    return words.allSatisfy(\.isEmpty) ? "" : words.joined(separator: "\n")
  }

  func apply(to configuration: inout HTTPClientConfiguration) throws(UsageError) {
    configuration.unixSocket = unixSocket
    configuration.tls.certificateFile = cert
    configuration.tls.keyFile = key
    if key != nil, cert == nil { throw UsageError("--key needs --cert") }
    for text in resolve {
      guard let entry = ResolveArgument(text) else {
        throw UsageError(
          "invalid value \"\(text)\" for --resolve: expected host:port:address, such as "
            + "example.com:443:127.0.0.1")
      }
      configuration.resolved["\(entry.host):\(entry.port)"] = entry.addresses
    }
  }
}
