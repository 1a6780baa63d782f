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
}
