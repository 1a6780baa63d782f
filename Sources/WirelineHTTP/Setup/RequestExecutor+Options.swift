package import WirelineCore
package import WirelineRequests

extension RequestExecutor {
  /// Creates the executor that a tool's options describe.
  ///
  /// - Parameter configure: applies the tool's own options to the client's configuration.
  package convenience init<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>, policy: ExecutionPolicy, fields: RequestFields,
    context: ToolContext, cache: CacheSetup? = nil,
    observers: [any ExchangeObserver] = [],
    configure: (inout HTTPClientConfiguration) -> Void = { _ in }
  ) throws(UsageError) {
    let configuration = try HTTPClientConfiguration(
      options, policy: policy, context: context, configure: configure)
    // A recording needs responses of the server, and nothing may be sent.
    if options.record != nil, cache?.options.isOffline == true {
      throw UsageError("--offline cannot be used with --record")
    }
    let cassette = try Cassette(options)
    let log = ExchangeLog(
      context, logsRequests: options.logRequest, logsResponses: options.logResponse,
      isSingle: policy.jobs == 1)
    let others: [(any ExchangeObserver)?] = [log, RetryNotice(context)]
    self.init(
      client: HTTPRequestClient(configuration), policy: policy, fields: fields,
      cassette: cassette,
      cache: cache.map {
        ResponseCache(setup: $0, reportUse: CacheNotice(context.diagnostics).report)
      },
      observers: observers + others.compactMap(\.self),
      shutdown: context.shutdown, backpressure: context.backpressure,
      hostWaits: context.hostWaits)
  }
}

extension Cassette {
  fileprivate convenience init?<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>
  ) throws(UsageError) {
    do throws(CassetteError) {
      if let path = options.replay {
        try self.init(replaying: path)
      } else if let path = options.record {
        try self.init(recordingTo: path)
      } else {
        return nil
      }
    } catch {
      let status: ExitStatus = options.replay == nil ? .cannotWrite : .cannotRead
      throw UsageError(error.description, status: error.line == nil ? status : .badData)
    }
  }
}

/// Reports responses from the cache on stderr: stale ones with a warning, others with `-v`.
struct CacheNotice: Sendable {
  private let diagnostics: Diagnostics
  /// The records of further stale responses have `"source":"stale"`.
  private let limit = MessageLimit()

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// - Parameters:
  ///   - request: with its credentials, which must not be shown.
  ///   - failure: why the server did not provide a response; nil if no request was sent.
  func report(
    _ cached: CachedResponse, for request: RequestSpecification, after failure: String?
  ) {
    if cached.source == .stale {
      let warning = limit.admit(
        Self.text(cached, for: request, after: failure),
        rest: "further stale responses are not reported")
      if let warning { diagnostics.warning(warning) }
    } else {
      let age = cached.reason.text.contains(text: ", age ") ? "" : ", age \(cached.age) s"
      diagnostics.verbose("\(Self.name(request)) comes from the cache\(age): \(cached.reason)")
    }
  }

  private static func text(
    _ cached: CachedResponse, for request: RequestSpecification, after failure: String?
  ) -> String {
    let cause = failure.map { "; \(SentSecrets(of: request).masked($0, with: "***"))" } ?? ""
    return "\(name(request)) is \(cached.reason)\(cause)"
  }

  private static func name(_ request: RequestSpecification) -> String {
    "the response for \"\(Secrets.redacted(url: request.url))\""
  }
}
