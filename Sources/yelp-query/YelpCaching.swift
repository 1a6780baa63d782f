import ArgumentParser
import WirelineCore
import WirelineHTTP
import WirelineRequests
import WirelineYelp

/// Whether and how answers of an endpoint are kept.
protocol YelpCaching: DeclaredOptions {
  /// What says it; nil for an endpoint whose answers never are.
  var use: CacheUseOptions? { get }
  /// Whether the network is not to be asked.
  var isOffline: Bool { get }
}

/// For the endpoints whose answers may be kept.
struct KeptAnswers: YelpCaching {
  @OptionGroup var options: CacheUseOptions

  static let declarations = CacheUseOptions.declarations.map { option in
    switch option.name {
    case "cache": option.withHelp("use answers again for 300 s, whatever the API says")
    case "cache-ttl": option.withHelp("the same for so long, 24h at most")
    default: option
    }
  }

  var use: CacheUseOptions? { options }
  var isOffline: Bool { options.offline }

  /// What the API's terms allow at most: a day.
  static let longest = 86_400
  /// Where only `--cache` is given.
  static let standard = 300
}

/// For the others.
struct PassingAnswers: YelpCaching {
  @Flag(Self.offline) var offline: Bool

  static let declarations = [offline]
  static let offline = CacheUseOptions.offline.withHelp("never ask the network: nothing is kept")

  var use: CacheUseOptions? { nil }
  var isOffline: Bool { offline }
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
    var options = try options()
    for (name, seconds) in [
      ("cache-ttl", options.timeToLive), ("stale-if-error", options.staleIfError),
    ] {
      guard let seconds, seconds > KeptAnswers.longest else { continue }
      throw UsageError("invalid --\(name): Yelp's terms allow to keep answers for 24h at most")
    }
    options.timeToLive = options.timeToLive ?? KeptAnswers.standard
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
