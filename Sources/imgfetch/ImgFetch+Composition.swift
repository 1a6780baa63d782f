import WirelineCore
import WirelineHTTP

// What the executable is made of.
extension ImgFetch {
  /// - Parameter isForReading: whether nothing is to be stored.
  func imageStore(
    _ context: ToolContext, isForReading: Bool
  ) throws(UsageError) -> ImageStore {
    var options = try store.options(preset ?? .default)
    options.isForReading = isForReading
    options.filter?.maximumBytes = http.policy(isStream: true, base: policy).maximumBodyBytes
    options.filter?.showsErrors = context.common.level >= .verbose
    return ImageStore(directory: try directory(context), options: options) {
      context.diagnostics.warning($0)
    }
  }

  func gateway(_ store: ImageStore, _ context: ToolContext) throws(UsageError) -> ImageGateway {
    var policy = http.policy(isStream: true, base: policy)
    jobs.apply(to: &policy)
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
    if store.isFiltering { context.shutdown.onRequest { _ in ImageFilter.killAll() } }
    return ImageGateway(
      executor: try RequestExecutor(http, policy: policy, context: context), store: store,
      options: options)
  }

  private var policy: ExecutionPolicy { (preset ?? .default).policy }

  private func directory(_ context: ToolContext) throws(UsageError) -> String {
    if let outputDir {
      if outputDir.isEmpty { throw UsageError("--output-dir is empty") }
      return outputDir.count > 1 && outputDir.hasSuffix("/")
        ? String(outputDir.dropLast()) : outputDir
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.cache, "images")
    } catch {
      throw UsageError(error.description, hint: "give --output-dir")
    }
  }
}
