import WirelineCore

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
      policy.retry.apply(.aggressive)
    case .lowMemory:
      (policy.jobs, policy.jobsPerHost) = (4, 4)
      policy.retry.apply(.conservative)
    case .fast:
      (policy.jobs, policy.jobsPerHost) = (32, 12)
      policy.limits.silenceTimeout = .seconds(20)
      policy.retry.apply(.aggressive)
    case .offlineFirst:
      (policy.jobs, policy.jobsPerHost) = (4, 4)
      policy.limits.silenceTimeout = .seconds(60)
      policy.retry.apply(.conservative)
    }
    return policy
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
