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
