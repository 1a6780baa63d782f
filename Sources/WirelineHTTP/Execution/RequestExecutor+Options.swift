package import WirelineCore
package import WirelineRequests

extension RequestExecutor {
  /// The executor that a tool's options describe: the one place where client,
  /// cassette and policy are put together.
  ///
  /// - Parameters:
  ///   - policy: the options' own policy, as the tool has completed it.
  ///   - credentials: the secrets that requests may name.
  ///   - observers: told of every exchange beside the log.
  ///   - configure: adds to the client's configuration what the tool's own
  ///     options say.
  package convenience init<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>, policy: ExecutionPolicy, context: ToolContext,
    credentials: any CredentialSource = NoCredentials(), cookies: CookieStore? = nil,
    cache: ResponseCache? = nil, observers: [any ExchangeObserver] = [],
    configure: (inout HTTPClientConfiguration) throws(UsageError) -> Void = { _ in }
  ) throws(UsageError) {
    var configuration = try HTTPClientConfiguration(options, context.environment)
    configuration.jobs = policy.jobs
    configuration.maximumIdleConnections = Self.idleConnections(jobs: policy.jobs)
    try configure(&configuration)
    if let fault = configuration.tls.unreadableFile {
      throw UsageError("cannot read \"\(fault.path)\": \(fault.reason)", status: .cannotRead)
    }
    if configuration.unixSocket != nil {
      if context.isGiven("proxy"), options.proxy?.isEmpty == false {
        throw UsageError("--unix-socket cannot be used with --proxy")
      }
      if configuration.deniesPrivate {
        throw UsageError("--deny-private allows no --unix-socket: that is this machine")
      }
      configuration.proxies = ProxyRoutes()
    }
    if options.record != nil, cache?.isOffline == true {
      throw UsageError("--offline cannot be used with --record")
    }
    if configuration.deniesPrivate, !configuration.proxies.isDirect {
      throw UsageError(
        "--deny-private cannot see the address that a proxy connects to",
        hint: "take the proxy away with --proxy ''")
    }
    let cassette = try Cassette(options)
    let politeness =
      options.replay == nil ? try SharedPoliteness(of: policy, context.diagnostics) : nil
    let client: any RequestClient = HTTPRequestClient(configuration)
    self.init(
      client: cassette.map { RecordedClient(client, $0) } ?? client,
      policy: policy, cassette: cassette, cache: cache, credentials: credentials,
      cookies: cookies,
      observer: ExchangeObservers.together(
        observers
          + [
            ExchangeLog(
              context, logsRequests: options.logRequest, logsResponses: options.logResponse)
          ].compactMap { $0 }),
      politeness: politeness, shutdown: context.shutdown, brake: context.brake)
  }
}

extension SharedPoliteness {
  /// Nil without `--politeness`.
  fileprivate convenience init?(
    of policy: ExecutionPolicy, _ diagnostics: Diagnostics
  ) throws(UsageError) {
    guard let directory = policy.politenessDirectory else { return nil }
    if directory.isEmpty { throw UsageError("--politeness is empty", hint: "name a directory") }
    let limits = SharedHostState.Limits(
      rate: policy.rates.perHost, longestPause: policy.retry.maximumRetryAfter)
    do throws(Failure) {
      try self.init(directory: directory, limits: limits) { diagnostics.warning($0) }
    } catch {
      switch error {
      case .file(let error): throw UsageError("\(error)", status: .cannotWrite)
      case .foreign(let path):
        throw UsageError(
          "cannot use \"\(path)\": it is not a file of --politeness",
          hint: "give --politeness a directory of its own")
      }
    }
  }
}

extension RequestExecutor {
  /// The number of idle connections to keep for a number of requests at once: enough for lists that
  /// return to a host after others, few enough for the memory of TLS connections (120 KB each).
  fileprivate static func idleConnections(jobs: Int) -> Int {
    max(32, jobs, min(4 * jobs, 512))
  }
}

extension HTTPClientConfiguration {
  fileprivate init<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>, _ environment: Environment
  ) throws(UsageError) {
    offersHTTP2 = options.http2 ?? true
    deniesPrivate = options.denyPrivate ?? false
    tls = TLSTrust(authorityFile: options.cacert, isUnverified: options.insecure ?? false)
    do throws(InvalidURL) {
      proxies = try ProxyRoutes(proxy: options.proxy) { environment[$0] }
    } catch {
      throw UsageError("invalid proxy: \(error.description)")
    }
  }
}

extension Cassette {
  /// Nil where neither `--record` nor `--replay` is given.
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
      // A line that is no exchange makes it the wrong file.
      let status: ExitStatus = options.replay == nil ? .cannotWrite : .cannotRead
      throw UsageError(error.description, status: error.line == nil ? status : .usage)
    }
  }
}
