package import WirelineCore

/// The options that decide how a server is reached.
package struct ConnectionOptions: Sendable {
  @Flag("allow-downgrade", "Follow redirects from https to http") package var allowDowngrade: Bool
  @Option(
    "resolve", "host:port:address",
    "Connect to this address instead of resolving the name, such as example.com:443:127.0.0.1",
    isConfigurable: false)
  package var resolve: [String]
  @Option("unix-socket", "file", "Connect to this Unix socket, whatever the URL's host")
  package var unixSocket: String?
  @Option("cert", "file", "Client certificate in PEM form, with its chain")
  package var cert: String?
  @Option("key", "file", "Private key, if the --cert file does not contain it")
  package var key: String?

  package init() {}

  /// Distinguishes cached responses: with another address or certificate, the same URL may have
  /// another response.
  var cachePartition: String {
    let words = resolve.sorted() + [unixSocket, cert].map { $0 ?? "" }
    return words.allSatisfy(\.isEmpty) ? "" : words.joined(separator: "\n")
  }

  package func resolvedAddresses() throws(UsageError) -> [String: [String]] {
    var addresses: [String: [String]] = [:]
    for text in resolve {
      guard let entry = ResolveArgument(text) else {
        throw UsageError(
          "invalid value \"\(text)\" for --resolve: expected host:port:address, such as "
            + "example.com:443:127.0.0.1")
      }
      addresses["\(entry.host):\(entry.port)"] = entry.addresses
    }
    return addresses
  }
}

/// The options that decide which failures are retried; `HTTPOptions` has the number and the delay.
struct RetryOptions: Sendable {
  @Option(
    "retry-on", "list", "Retry these statuses and error codes, such as 429,5xx,timeout",
    default: "408,425,429,5xx but 501 and 505,dns,connect,timeout,truncated",
    values: .list(WordList("retry triggers", plain: { RetryTriggers.words })))
  var retryOn: RetryTriggers?
  @Option(
    "retry-jitter", "0…1",
    "Shorten each delay by a random fraction of up to this value, such as 0.5", default: "0")
  var retryJitter: Fraction?
  @Option(
    "retry-max-time", "time", "Start no retry later than this after the first attempt, or none",
    default: "none", values: .words(.none))
  var retryMaxTime: Limit<TimeAmount>?
  @Flag("retry-unsafe", "Retry POST and PATCH too, although the first attempt may have succeeded")
  var retryUnsafe: Bool?

  func apply(to policy: inout RetryPolicy) {
    if let retryOn { policy.triggers = retryOn }
    if let retryJitter { policy.jitter = retryJitter.value }
    if let retryMaxTime { policy.maximumTime = retryMaxTime.amount?.duration }
    if let retryUnsafe { policy.repeatsUnsafe = retryUnsafe }
  }
}
