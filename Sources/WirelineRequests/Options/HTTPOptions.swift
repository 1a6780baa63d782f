package import ArgumentParser
package import WirelineCore

/// What tools take that speak HTTP. `-j` and `--per-host` are `JobOptions`.
package struct HTTPOptions<Defaults: HTTPDefaults>: DeclaredOptions {
  @Option(Self.connectTimeout) package var connectTimeout: PositiveTime?
  @Option(Self.timeout) package var timeout: PositiveTime?
  @Option(Self.maxTime) package var maxTime: Limit<TimeAmount>?
  @Option(Self.deadline) package var deadline: Limit<TimeAmount>?
  @Option(Self.retryPolicy) package var retryPolicy: RetryPolicy.Preset?
  @Option(Self.retry) package var retry: WholeNumber?
  @Option(Self.retryDelay) package var retryDelay: TimeAmount?
  @Option(Self.retryMaxDelay) package var retryMaxDelay: TimeAmount?
  @Option(Self.maxBody) package var maxBody: Limit<ByteSize>?
  @Option(Self.maxRedirects) package var maxRedirects: WholeNumber?
  @Option(Self.header) package var header: [HeaderArgument]
  @Option(Self.userAgent) package var userAgent: HeaderValue?
  @Option(Self.proxy) package var proxy: String?
  @Option(Self.cacert) package var cacert: String?
  @Flag(Self.insecure) package var insecure: Bool?
  @Flag(Self.http2) package var http2: Bool?
  @Flag(Self.denyPrivate) package var denyPrivate: Bool?
  @Flag(Self.logRequest) package var logRequest: Bool?
  @Flag(Self.logResponse) package var logResponse: Bool?
  @Option(Self.record) package var record: String?
  @Option(Self.replay) package var replay: String?

  package init() {}

  /// What every request may take: the tool's defaults, and over them what was given.
  ///
  /// - Parameters:
  ///   - base: what holds where they say nothing; nil for the tool's own.
  ///   - headers: fields that go along, in the place of the tool's own; `--header` has the last
  ///     word.
  package func policy(
    isStream: Bool, base: ExecutionPolicy? = nil, headers: HeaderFields = [:]
  ) -> ExecutionPolicy {
    var policy = base ?? (isStream ? Defaults.streamPolicy ?? Defaults.policy : Defaults.policy)
    for field in headers.fields { policy.defaultHeaders.set(field.name, field.value) }
    applyTimes(to: &policy)
    if let retryPolicy { policy.retry.apply(retryPolicy) }
    if let retry { policy.retry.limit = retry.value }
    if let retryDelay { policy.retry.delay = retryDelay.duration }
    if let retryMaxDelay { policy.retry.maximumDelay = retryMaxDelay.duration }
    if let maxBody { policy.maximumBodyBytes = maxBody.amount?.bytes }
    if let maxRedirects { policy.redirect.limit = maxRedirects.value }
    policy.suppressedHeaders += apply(to: &policy.defaultHeaders)
    return policy
  }

  /// What `--header` and `--user-agent` make of fields that would be sent.
  ///
  /// - Returns: the names of fields that are not to be sent.
  package func apply(to headers: inout HeaderFields) -> [String] {
    for field in header { headers.remove(field.name) }
    for field in header where !field.isRemoval { headers.append(field.name, field.value) }
    if let userAgent { headers.set("User-Agent", userAgent.text) }
    return header.filter(\.isRemoval).map(\.name)
  }

  /// - Throws: if both a cassette to write and one to read are named.
  package func checkCassette() throws(UsageError) {
    guard record != nil, replay != nil else { return }
    throw UsageError("--record and --replay exclude each other")
  }

  private func applyTimes(to policy: inout ExecutionPolicy) {
    if let connectTimeout { policy.limits.connectTimeout = connectTimeout.duration }
    if let timeout { policy.limits.silenceTimeout = timeout.duration }
    if let maxTime { policy.limits.maximumTime = maxTime.amount?.duration }
    if let deadline { policy.deadline = deadline.amount?.duration }
  }
}
