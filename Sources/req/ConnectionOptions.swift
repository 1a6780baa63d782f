import WirelineCore
import WirelineHTTP
import WirelineRequests

/// How the server is reached.
struct ConnectionOptions: Sendable {
  @Flag("allow-downgrade", "follow redirects from https to http too") var allowDowngrade: Bool
  @Option(
    "resolve", "host:port:address", "use this address, or several with commas between",
    isConfigurable: false)
  var resolve: [String]
  @Option("unix-socket", "file", "connect to this socket, whatever the URL's host")
  var unixSocket: String?
  @Option("cert", "file", "our own certificate, in PEM form, its chain behind it") var cert: String?
  @Option("key", "file", "its key, if the certificate's file does not hold it") var key: String?

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
