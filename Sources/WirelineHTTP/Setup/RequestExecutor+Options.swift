internal import Synchronization
package import WirelineCore
package import WirelineRequests

extension RequestExecutor {
  /// Creates the executor that a tool's options describe.
  ///
  /// - Parameters:
  ///   - isSingle: whether the run is a single request, whose retries are announced on a terminal;
  ///     nil for a run with a single job.
  ///   - configure: applies the tool's own options to the client's configuration.
  package convenience init<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>, policy: ExecutionPolicy, fields: RequestFields,
    context: ToolContext, cache: CacheSetup? = nil,
    observers: [any ExchangeObserver] = [], isSingle: Bool? = nil,
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
    let others: [(any ExchangeObserver)?] = [
      log, isSingle ?? (policy.jobs == 1) ? RetryNotice(context) : nil,
    ]
    self.init(
      client: HTTPRequestClient(configuration), policy: policy, fields: fields,
      cassette: cassette,
      cache: cache.map {
        ResponseCache(setup: $0, reportUse: CacheNotice(context.diagnostics).report)
      },
      observers: observers + others.compactMap(\.self),
      shutdown: context.shutdown, backpressure: context.backpressure)
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
final class CacheNotice: Sendable {
  private let diagnostics: Diagnostics
  private let warnings = Atomic(0)

  /// A stream may use thousands of stale responses; their records have `"source":"stale"`.
  private static let maximumWarnings = 10

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// - Parameters:
  ///   - request: with its credentials, which must not be shown.
  ///   - failure: why the server did not provide a response; nil if no request was sent.
  func report(
    _ cached: CachedResponse, for request: RequestSpecification, after failure: String?
  ) {
    if cached.source == .stale {
      // Relaxed: only the number of warnings matters, not which responses they are about.
      let count = warnings.add(1, ordering: .relaxed).newValue
      if count == Self.maximumWarnings + 1 {
        diagnostics.warning("further stale responses are not reported")
      }
      guard count <= Self.maximumWarnings else { return }
      let secrets = SentSecrets(of: request)
      let cause = failure.map { "; \(secrets.masked($0, with: "***"))" } ?? ""
      diagnostics.warning("\(Self.name(request)) is \(cached.reason)\(cause)")
    } else {
      let age = cached.reason.text.contains(text: ", age ") ? "" : ", age \(cached.age) s"
      diagnostics.verbose("\(Self.name(request)) comes from the cache\(age): \(cached.reason)")
    }
  }

  private static func name(_ request: RequestSpecification) -> String {
    "the response for \"\(Secrets.redacted(url: request.url))\""
  }
}
