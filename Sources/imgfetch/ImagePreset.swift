import WirelineCore
import WirelineRequests

/// Settings that go together, by a name; options that are given as well win.
enum ImagePreset: String, ChoiceArgument {
  case `default`
  case highPerformance = "high-performance"
  case lowMemory = "low-memory"
  case fast
  case offlineFirst = "offline-first"

  /// How requests are made.
  var policy: ExecutionPolicy {
    var policy = ImageDefaults.policy
    switch self {
    case .default: break
    case .highPerformance:
      (policy.jobs, policy.jobsPerHost) = (32, 12)
    case .lowMemory:
      (policy.jobs, policy.jobsPerHost) = (4, 4)
    case .fast:
      (policy.jobs, policy.jobsPerHost) = (32, 12)
      policy.limits.silenceTimeout = .seconds(20)
    case .offlineFirst:
      (policy.jobs, policy.jobsPerHost) = (4, 4)
      policy.limits.silenceTimeout = .seconds(60)
    }
    if let retries { policy.retry.apply(retries) }
    return policy
  }

  /// The retries by their name; nil for the tool's own.
  var retries: RetryPolicy.Preset? {
    switch self {
    case .default: nil
    case .highPerformance, .fast: .aggressive
    case .lowMemory, .offlineFirst: .conservative
    }
  }

  /// How much the run remembers.
  var memory: MemoryLimits {
    switch self {
    case .default: MemoryLimits()
    case .highPerformance, .fast: MemoryLimits(high: 10_000, low: 20_000)
    case .lowMemory: MemoryLimits(high: 500, low: 1_000)
    case .offlineFirst: MemoryLimits(high: 20_000, low: 50_000)
    }
  }

  /// What images that are being fetched may hold in memory, in bytes.
  var bytesInFlight: Int { self == .lowMemory ? 8 << 20 : 256 << 20 }
}

extension ImgFetch {
  func impliedValues(given: (String) -> String?) -> [String: String] {
    let preset = given($preset.name).flatMap { ImagePreset(rawValue: $0) } ?? .default
    var policy = preset.policy
    let retries = given("retry-policy").flatMap { RetryPolicy.Preset(rawValue: $0) }
    if let retries { policy.retry.apply(retries) }
    var values = [
      "jobs": "\(policy.jobs)", "per-host": "\(policy.jobsPerHost)",
      "timeout": TimeAmount(policy.limits.silenceTimeout).text,
      "retry": "\(policy.retry.limit)", "retry-delay": TimeAmount(policy.retry.delay).text,
      "retry-max-delay": TimeAmount(policy.retry.maximumDelay).text,
      store.$memory.name: preset.memory.text,
      store.$memoryInFlight.name: ByteSize(bytes: preset.bytesInFlight).text,
    ]
    if let name = preset.retries?.rawValue { values["retry-policy"] = name }
    return values
  }
}
