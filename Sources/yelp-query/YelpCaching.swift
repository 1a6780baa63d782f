import WirelineCore
import WirelineHTTP
import WirelineRequests
import WirelineYelp

/// Whether and how responses of an endpoint are cached.
struct YelpCacheOptions: Sendable {
  /// Nil for an endpoint whose responses are never cached.
  let use: CacheUseOptions?
  /// `--offline` of such an endpoint.
  private let offline: Flag<Bool>?

  init(isCacheable: Bool) {
    use =
      isCacheable
      ? CacheUseOptions(
        cache: "use answers again for 300 s, whatever the API says",
        cacheTtl: "the same for so long, 24h at most") : nil
    offline =
      isCacheable
      ? nil
      : Flag(
        "offline", "never ask the network: nothing is kept", scope: .shared, isConfigurable: true)
  }

  /// Whether the network must not be used.
  var isOffline: Bool { use?.offline ?? offline?.wrappedValue ?? false }

  /// The longest lifetime that the API's terms allow, in seconds: a day.
  static let longest = 86_400
  /// The lifetime if only `--cache` is given.
  static let standard = 300
}

/// Asks nobody, and has nothing to answer from.
struct NoNetwork: RequestExecuting {
  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let reason = RequestError.Reason.offline(
      url: specification.url.text, why: "not sent, and nothing is kept of it")
    completion(.failure(RequestError(reason, attempts: 0)))
  }
}

extension CacheUseOptions {
  /// The cache for answers of an endpoint; nil where none was asked for. An answer
  /// that is not of the endpoint's shape, or that repeats a secret, is not kept.
  func cache(
    _ endpoint: YelpEndpoint, languages: String, hiding secrets: SentSecrets,
    _ context: ToolContext
  ) throws(UsageError) -> ResponseCache? {
    guard isForAll else { return nil }
    var options = self.options
    for (name, seconds) in [
      ("cache-ttl", options.timeToLive), ("stale-if-error", options.staleIfError),
    ] {
      guard let seconds, seconds > YelpCacheOptions.longest else { continue }
      throw UsageError("invalid --\(name): Yelp's terms allow to keep answers for 24h at most")
    }
    options.timeToLive = options.timeToLive ?? YelpCacheOptions.standard
    // The API does not say that its answers vary.
    options.place = languages
    return ResponseCache(
      try store(context.environment, context.diagnostics), options, isForAll: true
    ) { response, body in
      let texts = response.head.headers.fields.map { Array($0.value.utf8) } + [body]
      return texts.allSatisfy { secrets.masked($0) == $0 }
        && (try? YelpAnswer(endpoint, body: body)) != nil
    }
  }
}
