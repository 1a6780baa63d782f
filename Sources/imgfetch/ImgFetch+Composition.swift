import Synchronization
import WirelineCore
import WirelineHTTP
import WirelineImages
import WirelineRequests

// What the executable is made of.
extension ImgFetch {
  /// - Parameter isForReading: whether nothing is to be stored.
  func imageStore(
    _ context: ToolContext, isForReading: Bool
  ) throws(UsageError) -> ImageStore {
    var options = try store.options(preset ?? .default)
    options.isForReading = isForReading
    let isAuthorised = http.header.contains {
      !$0.isRemoval && Secrets.isSecret(header: $0.name)
    }
    options.hasPrivateFolders = outputDir == nil
    options.hasPrivateFiles = outputDir == nil || isAuthorised
    options.filter?.maximumBytes = http.policy(isStream: true, base: policy).maximumBodyBytes
    options.filter?.showsErrors = context.common.level >= .verbose
    return ImageStore(
      directory: try directory(context), options: options,
      onFault: { context.diagnostics.warning($0) }, now: { context.environment.now })
  }

  func gateway(_ store: ImageStore, _ context: ToolContext) throws(UsageError) -> ImageGateway {
    var policy = http.policy(isStream: true, base: policy)
    jobs.apply(to: &policy)
    if fetching.dryRun || offline || parse { policy.politenessDirectory = nil }
    policy.queueTimeout = queueTimeout?.duration
    var options = ImageGateway.Options()
    options.maximumBodyBytes = policy.maximumBodyBytes
    options.longestWait = policy.deadline ?? options.longestWait
    options.rules = rules.rules
    options.refreshes = refresh
    options.isOffline = offline
    options.revalidationAge = self.store.revalidateAfter.map {
      Int($0.duration.components.seconds)
    }
    let budget = self.store.memoryInFlight?.bytes ?? (preset ?? .default).bytesInFlight
    options.queuedBytes = min(512 << 10, budget / 4)
    policy.jobs = min(policy.jobs, ImageGateway.jobs(within: budget - options.queuedBytes))
    if store.isFiltering { context.shutdown.onRequest { _ in FileFilter.killAll() } }
    return ImageGateway(
      executor: try RequestExecutor(http, policy: policy, context: context), store: store,
      options: options)
  }

  /// Makes of a request what `--build` prints of it: what was asked for, but for secrets,
  /// which the run that sends it has to be given.
  func built(_ context: ToolContext) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var headers: HeaderFields = [:]
    let suppressed = http.apply(to: &headers)
    for field in headers.fields where Secrets.isSecret(header: field.name) {
      context.diagnostics.warning("\(field.name) is left out of the records: it is a secret")
    }
    headers = headers.withoutSecrets
    let policy = http.policy(isStream: true, base: policy)
    let timeout = http.timeout == nil && preset == nil ? nil : policy.limits.silenceTimeout
    let deadline = http.deadline?.amount?.duration
    let isRetryGiven = http.retry != nil || http.retryPolicy != nil || preset != nil
    let retryLimit = isRetryGiven ? policy.retry.limit : nil
    let hasTold = Atomic(false)
    return { [headers] request in
      var request = request
      request.headers.setDefaults(headers)
      request.suppressedHeaders += suppressed.filter { !request.headers.contains($0) }
      (request.timeout, request.deadline) = (timeout, deadline)
      request.retryLimit = retryLimit
      if request.url.userInformation != nil, !hasTold.exchange(true, ordering: .relaxed) {
        context.diagnostics.warning(
          "user and password of a URL are left out of its record: they are secrets")
      }
      return request
    }
  }

  private var policy: ExecutionPolicy { (preset ?? .default).policy }

  func directory(_ context: ToolContext) throws(UsageError) -> String {
    if let outputDir {
      if outputDir.isEmpty { throw UsageError("--output-dir is empty") }
      return outputDir.count > 1 && outputDir.hasSuffix("/")
        ? String(outputDir.dropLast()) : outputDir
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.cache, "images")
    } catch {
      throw UsageError(error.description, hint: "give --output-dir, or \(error.hint)")
    }
  }
}
