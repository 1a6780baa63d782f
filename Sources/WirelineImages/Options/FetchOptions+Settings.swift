internal import CStart
internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

// Settings that follow from the options and the preset.
extension FetchOptions {
  private var base: ImagePreset { preset ?? .default }

  var requestPolicy: ExecutionPolicy { http.policy(isStream: true, base: base.policy) }

  /// The policy of the executor, whose number of jobs fits in the memory for images in flight.
  var executionPolicy: ExecutionPolicy {
    var policy = requestPolicy
    jobs.apply(to: &policy)
    rate.apply(to: &policy)
    policy.queueTimeout = queueTimeout?.duration
    let bytesPerJob = ImageSink.memoryBytes(isProcessed: pixels.recipe != nil)
    policy.jobs = min(policy.jobs, max(1, (bytesInFlight - queuedBytes) / bytesPerJob))
    return policy
  }

  var pixelOptions: PixelWorkers.Options {
    var options = PixelWorkers.Options()
    if let limit = rules.maxPixels?.value { options.limits.pixels = limit }
    options.limits.isConfined = pixels.sandbox ?? true
    options.limits.acceptsDamage = [.none, .header].contains(rules.rules.validation)
    options.limits.memory = min(options.limits.memory, address_space_limit())
    return options
  }

  func gateway(
    _ executor: any RequestExecuting, _ imageStore: ImageStore
  ) throws(UsageError) -> ImageGateway {
    let (policy, rules) = (requestPolicy, rules.rules)
    let processor = try pixels.processor(imageStore, pixelOptions)
    let sinks = ImageSink.Settings(
      store: imageStore, buffers: BufferPool(maximumBytes: queuedBytes), rules: rules,
      maximumBytes: policy.maximumBodyBytes)
    return ImageGateway(
      lookup: ImageLookup(
        store: imageStore, processor: processor, rules: rules, refreshes: refresh,
        isOffline: offline,
        revalidationAge: store.revalidateAfter.map { Int($0.duration.components.seconds) }),
      downloader: ImageDownloader(
        executor: executor, fields: http.fields(),
        bodies: StoredBodies(sinks: sinks, processor: processor),
        longestWait: policy.deadline ?? .seconds(300), queuedBytes: queuedBytes))
  }

  private var bytesInFlight: Int { base.bytesInFlight }

  var queuedBytes: Int { min(512 << 10, bytesInFlight / 4) }

  /// - Parameter isForReading: whether nothing will be stored.
  func storeOptions(
    _ context: ToolContext, isForReading: Bool
  ) throws(UsageError) -> ImageStore.Options {
    var options = try store.options(base)
    options.isForReading = isForReading
    options.recipe = pixels.recipe?.identifier
    options.hasPrivateFolders = outputDir == nil
    options.hasPrivateFiles = outputDir == nil || hasSecretHeader
    options.filter?.maximumBytes = requestPolicy.maximumBodyBytes
    if context.common.level >= .verbose { options.filter?.errors = STDERR_FILENO }
    return options
  }

  /// Whether responses may be private, because requests have credentials.
  var hasSecretHeader: Bool {
    http.header.contains { !$0.isRemoval && Secrets.isSecret(header: $0.name) }
  }

  /// The directory of the store, by default in the user's cache directory.
  func directory(_ environment: Environment) throws(UsageError) -> String {
    if let outputDir {
      if outputDir.isEmpty { throw UsageError("--output-dir is empty") }
      if ImageInputOptions.isImageName(outputDir), access(outputDir, F_OK) != 0 {
        throw UsageError(
          "--output-dir names a directory, but \"\(outputDir)\" looks like an image",
          hint: "download one file with req -o \(ShellWord.quoted(outputDir)) URL")
      }
      return outputDir.count > 1 && outputDir.hasSuffix("/")
        ? String(outputDir.dropLast()) : outputDir
    }
    do throws(DirectoryUnknown) {
      return try Directories { environment[$0] }.path(.cache, "images")
    } catch {
      throw UsageError(error.description, hint: "give --output-dir, or \(error.hint)")
    }
  }

  /// The values that the preset implies for options that are not given, for `--print-config`.
  package func impliedValues(given: (String) -> String?) -> [String: String] {
    let preset = given($preset.name).flatMap { ImagePreset(rawValue: $0) } ?? .default
    var policy = preset.policy
    let retries = given("retry-policy").flatMap { RetryPolicy.Preset(rawValue: $0) }
    if let retries { policy.retry.apply(retries) }
    var values = [
      "jobs": "\(policy.jobs)", "per-host": "\(policy.jobsPerHost)",
      "timeout": TimeAmount(policy.limits.idleTimeout).text,
      "retry": "\(policy.retry.limit)", "retry-delay": TimeAmount(policy.retry.delay).text,
      "retry-max-delay": TimeAmount(policy.retry.maximumDelay).text,
      store.$memory.name: preset.memory.text,
    ]
    if let name = preset.retries?.rawValue { values["retry-policy"] = name }
    values[store.$layout.name] = preset.layout.rawValue
    if let encoding = preset.encoding, given(store.$filter.name) == nil {
      values[pixels.$encode.name] = encoding.text
      values[pixels.$encodeUnsupported.name] = PixelOptions.UnsupportedImages.keep.rawValue
    }
    return values
  }
}

// MARK: Built requests

extension FetchOptions {
  /// Returns a function that adds the given options to a request for `--build`.
  ///
  /// Omits secrets, with a warning: the run that sends the requests must be given them again.
  func requestCompletion(
    warn: @escaping @Sendable (String) -> Void
  ) -> @Sendable (RequestSpecification) -> RequestSpecification {
    var fields = RequestFields(["Accept": ImageDefaults.accept])
    fields.suppressed = http.apply(to: &fields.defaults)
    for field in fields.defaults.fields where Secrets.isSecret(header: field.name) {
      warn("omitting \(field.name) from the records because it is a secret")
    }
    fields.defaults = fields.defaults.withoutSecrets
    let policy = requestPolicy
    let timeout = http.timeout == nil && preset == nil ? nil : policy.limits.idleTimeout
    let deadline = http.deadline?.amount?.duration
    let hasRetryOption = http.retry != nil || http.retryPolicy != nil || preset != nil
    let retryLimit = hasRetryOption ? policy.retry.limit : nil
    let hasWarned = Atomic(false)
    return { [fields] request in
      var request = fields.described(request)
      (request.timeout, request.deadline) = (timeout, deadline)
      request.retryLimit = retryLimit
      if request.url.userInformation != nil, !hasWarned.exchange(true, ordering: .relaxed) {
        warn("omitting user and password of URLs from the records because they are secrets")
      }
      return request
    }
  }
}

// MARK: Data sets

extension FetchOptions {
  /// Opens the `--tar` directory.
  ///
  /// - Parameter store: the directory of the images.
  func tarWriter(
    _ context: ToolContext, store: String, _ shard: BatchPart?
  ) throws(TarFailure) -> TarWriter? {
    guard let path = tar.tar else { return nil }
    var options = TarWriter.Options()
    options.size = tar.tarSize?.value ?? options.size
    options.hasCaption = input.captionField != nil
    options.isPrivate = hasSecretHeader
    let directory = try TarDirectory(
      path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path,
      settings: tarSettings(size: options.size, shard))
    return TarWriter(
      directory, store: store, tool: context.tool, options: options,
      now: context.environment.clock)
  }

  /// The options that determine the numbers and the content of the images.
  private func tarSettings(size: Int, _ shard: BatchPart?) -> String {
    var words = ["--tar-size \(size)"]
    if let shard, shard.shard.count > 1 {
      words.append("--shard \(shard.shard.index)/\(shard.shard.count)")
      words.append("--shard-by \(shard.criterion.rawValue)")
    }
    if input.photos == true { words.append("--photos") }
    if let name = input.urlField { words.append("--url-field \(ShellWord.quoted(name))") }
    if let name = input.captionField { words.append("--caption-field \(ShellWord.quoted(name))") }
    if !records.copy.isEmpty {
      words.append("--copy \(ShellWord.quoted(records.copy.joined(separator: ",")))")
    }
    if let texts = input.stringColumns {
      words.append("--string-columns \(ShellWord.quoted(texts.names.joined(separator: ",")))")
    }
    if let recipe = pixels.recipe { words.append("processing \"\(recipe.identifier)\"") }
    if let query = store.ignoreQuery {
      words.append("--ignore-query \(ShellWord.quoted(query.text))")
    }
    if let filter = store.filter { words.append("--filter \(ShellWord.quoted(filter))") }
    return words.joined(separator: " ")
  }
}
