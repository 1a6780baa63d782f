package import WirelineCore

/// The options of tools that send requests. `-j` and `--per-host` are in `JobOptions`.
package struct HTTPOptions<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "connect-timeout", "time", "Maximum time to connect, with name resolution and TLS",
    default: Defaults.text { TimeAmount($0.limits.connectTimeout).text }, scope: .shared)
  package var connectTimeout: PositiveTime?
  @Option(
    "timeout", "time", "Maximum time without data in either direction",
    default: Defaults.text { TimeAmount($0.limits.idleTimeout).text }, scope: .shared)
  package var timeout: PositiveTime?
  @Option(
    "max-time", "time", "Maximum time per attempt, such as 30s",
    default: Defaults.text { $0.limits.maximumTime.map { TimeAmount($0).text } ?? "none" },
    short: "m", scope: .shared, values: .words(.none))
  package var maxTime: Limit<TimeAmount>?
  @Option(
    "deadline", "time", "Maximum time for all attempts of a request, such as 2m or \"none\"",
    default: Defaults.text { $0.deadline.map { TimeAmount($0).text } ?? "none" },
    scope: .shared, values: .words(.none))
  package var deadline: Limit<TimeAmount>?
  @Option(
    "retry-policy", "preset",
    "Set of retry options: default, aggressive, conservative, none", scope: .shared,
    values: .choices(RetryPolicy.Preset.self))
  package var retryPolicy: RetryPolicy.Preset?
  @Option(
    "retry", "n", "Retry failed requests up to N times",
    default: Defaults.text { "\($0.retry.limit)" }, scope: .shared)
  package var retry: WholeNumber?
  @Option(
    "retry-delay", "time", "Delay before the first retry, doubled for each further one",
    default: Defaults.text { TimeAmount($0.retry.delay).text }, scope: .shared)
  package var retryDelay: TimeAmount?
  @Option(
    "retry-max-delay", "time", "Maximum delay between retries",
    default: Defaults.text { TimeAmount($0.retry.maximumDelay).text }, scope: .shared)
  package var retryMaxDelay: TimeAmount?
  private var body = BodyLimitOption<Defaults>()
  @Option(
    "max-redirects", "n", "Maximum number of redirects; 0 follows none",
    default: Defaults.text { "\($0.redirect.limit)" }, alias: "max-redirs", scope: .shared)
  package var maxRedirects: WholeNumber?
  @Option(
    "header", "name: value", "Add a header field to every request",
    short: "H", scope: .shared,
    masking: Secrets.maskedHeader, values: .beginnings(.headerFields))
  private var headerLines: [HeaderLines]
  @Option(
    "user-agent", "text", "Value of the User-Agent field",
    default: Defaults.headers["User-Agent"], short: "A", scope: .shared)
  package var userAgent: HeaderValue?
  @Option(
    "proxy", "url", "Use this proxy, such as http://proxy:8080; empty ignores the environment",
    short: "x", scope: .shared, masking: Secrets.maskedURL)
  package var proxy: String?
  @Option("cacert", "file", "Trust the certificate authorities in this PEM file", scope: .shared)
  package var cacert: String?
  @Flag("insecure", "Do not verify certificates", short: "k", scope: .shared)
  package var insecure: Bool?
  @Flag(
    "http2", "Use HTTP/2 if an https server supports it", default: "http2", alias: "http1.1",
    scope: .shared)
  package var http2: Bool?
  @Flag(
    "deny-private", "Refuse to connect to private, local and other non-public addresses",
    scope: .shared)
  package var denyPrivate: Bool?
  @Flag("log-request", "Print each request on stderr, like -v", scope: .shared)
  package var logRequest: Bool?
  @Flag("log-response", "Print each response on stderr, like -v", scope: .shared)
  package var logResponse: Bool?
  @Option("record", "file", "Append requests and responses to this file", scope: .shared)
  package var record: String?
  @Option(
    "replay", "file", "Replay the responses in a --record file, without network access",
    scope: .shared)
  package var replay: String?

  package var maxBody: Limit<ByteSize>? { body.maxBody }

  package init() {}

  /// Returns the tool's policy with the options applied.
  ///
  /// - Parameter base: replaces the tool's policy.
  package func policy(isStream: Bool, base: ExecutionPolicy? = nil) -> ExecutionPolicy {
    var policy = base ?? (isStream ? Defaults.streamPolicy ?? Defaults.policy : Defaults.policy)
    applyTimes(to: &policy)
    if let retryPolicy { policy.retry.apply(retryPolicy) }
    if let retry { policy.retry.limit = retry.value }
    if let retryDelay { policy.retry.delay = retryDelay.duration }
    if let retryMaxDelay { policy.retry.maximumDelay = retryMaxDelay.duration }
    if let maxBody { policy.maximumBodyBytes = maxBody.amount?.bytes }
    if let maxRedirects { policy.redirect.limit = maxRedirects.value }
    return policy
  }

  /// Returns the tool's header fields with the options applied.
  ///
  /// - Parameter headers: fields that replace the tool's fields of the same name; `--header`
  ///   overrides them.
  package func fields(replacing headers: HeaderFields = [:]) -> RequestFields {
    var fields = RequestFields(Defaults.headers)
    for field in headers.fields { fields.defaults.set(field.name, field.value) }
    fields.suppressed = apply(to: &fields.defaults)
    return fields
  }

  package var header: [HeaderArgument] { headerLines.flatMap(\.fields) }
  /// The `--header` texts that are not fields.
  package var ignoredHeaders: [String] { headerLines.flatMap(\.ignored) }

  /// Applies `--header` and `--user-agent` to default fields.
  ///
  /// - Returns: the names of fields that must not be sent.
  package func apply(to headers: inout HeaderFields) -> [String] {
    for field in header { headers.remove(field.name) }
    for field in header where !field.isRemoval {
      // A second Host would make the request invalid.
      if field.name.isSameFieldName(as: "Host"), headers.contains("Host") { continue }
      headers.append(field.name, field.value)
    }
    var removed = header.filter(\.isRemoval).map(\.name)
    if let userAgent {
      headers.remove("User-Agent")
      if userAgent.text.isEmpty {
        removed.append("User-Agent")
      } else {
        headers.append("User-Agent", userAgent.text)
      }
    }
    return removed
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$record, $replay]] }

  /// The values that `--retry-policy` implies, for `--print-config`.
  ///
  /// - Parameter given: returns the value of an option; nil if it is absent.
  package static func impliedValues(given: (String) -> String?) -> [String: String] {
    guard let preset = given("retry-policy").flatMap({ RetryPolicy.Preset(rawValue: $0) }) else {
      return [:]
    }
    var retry = Defaults.policy.retry
    retry.apply(preset)
    return [
      "retry": "\(retry.limit)", "retry-delay": TimeAmount(retry.delay).text,
      "retry-max-delay": TimeAmount(retry.maximumDelay).text,
    ]
  }

  private func applyTimes(to policy: inout ExecutionPolicy) {
    if let connectTimeout { policy.limits.connectTimeout = connectTimeout.duration }
    if let timeout { policy.limits.idleTimeout = timeout.duration }
    if let maxTime { policy.limits.maximumTime = maxTime.amount?.duration }
    if let deadline { policy.deadline = deadline.amount?.duration }
  }
}

/// The option for the maximum size of a body.
package struct BodyLimitOption<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "max-body", "size", "Maximum size of a decoded body, such as 16M or \"none\"",
    default: Defaults.text { $0.maximumBodyBytes.map { ByteSize(bytes: $0).text } ?? "none" },
    alias: "max-filesize", scope: .shared, values: .words(.none))
  package var maxBody: Limit<ByteSize>?

  package init() {}
}

/// The options of tools that send concurrent requests.
package struct JobOptions<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "jobs", "n", "Maximum number of concurrent requests", default: Defaults.text { "\($0.jobs)" },
    short: "j", scope: .shared)
  package var jobs: PositiveNumber?
  @Option(
    "per-host", "n",
    "Maximum number of concurrent requests per host",
    default: Defaults.text { "\($0.jobsPerHost)" }, scope: .shared)
  package var perHost: PositiveNumber?
  @Option("rate", "n/time", "Maximum request rate, such as 10/s, 100/m or 5/h", scope: .shared)
  package var rate: Rate?
  @Option("rate-per-host", "n/time", "Maximum request rate per host, such as 2/s", scope: .shared)
  package var ratePerHost: Rate?
  @Flag(
    "announced-limits", "Wait for the reset of a rate limit that a server announces",
    default: "announced-limits", scope: .shared)
  package var announcedLimits: Bool?

  package init() {}

  package func apply(to policy: inout ExecutionPolicy) {
    if let jobs { policy.jobs = jobs.value }
    policy.raisesJobsPerHost = jobs != nil && perHost == nil
    if let perHost { policy.jobsPerHost = perHost.value }
    policy.rates = RatePolicy(total: rate, perHost: ratePerHost)
    policy.respectsAnnouncedLimits = announcedLimits ?? true
  }
}

/// The option for the maximum download rate of a run.
package struct LimitRateOption: Sendable {
  @Option(
    "limit-rate", "size",
    "Maximum download rate in bytes per second, of all requests together, such as 5M")
  package var limitRate: ByteSize?

  package init() {}

  /// 0 means no limit, as in curl.
  package func apply(to policy: inout ExecutionPolicy) {
    policy.bytesPerSecond = limitRate.flatMap { $0.bytes > 0 ? $0.bytes : nil }
  }
}

/// The HTTP defaults of a tool, for its requests, its help and `--print-config`.
package protocol HTTPDefaults: Sendable {
  static var policy: ExecutionPolicy { get }
  /// The fields of every request that does not specify them itself.
  static var headers: HeaderFields { get }
  /// The policy of a stream of requests; nil if it does not differ.
  static var streamPolicy: ExecutionPolicy? { get }
}

extension HTTPDefaults {
  package static var streamPolicy: ExecutionPolicy? { nil }

  /// Formats a default for the help: `16M`, or `none; in a stream 16M`.
  static func text(_ describe: (ExecutionPolicy) -> String) -> String {
    let (one, many) = (describe(policy), streamPolicy.map(describe))
    guard let many, many != one else { return one }
    return "\(one); in a stream \(many)"
  }
}

extension WordList {
  static let headerFields = WordList(plain: [
    "Accept:", "Accept-Encoding:", "Accept-Language:", "Authorization:", "Cache-Control:",
    "Content-Type:", "Cookie:", "If-Match:", "If-Modified-Since:", "If-None-Match:", "Origin:",
    "Prefer:", "Range:", "Referer:", "User-Agent:", "X-Requested-With:",
  ])
}
