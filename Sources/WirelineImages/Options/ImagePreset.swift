internal import WirelineCore
package import WirelineRequests

/// Predefined settings, which given options override.
enum ImagePreset: String, ChoiceArgument {
  case `default`
  case highPerformance = "high-performance"
  case lowMemory = "low-memory"
  case fast
  case offlineFirst = "offline-first"

  var policy: ExecutionPolicy {
    var policy = ImageDefaults.policy
    switch self {
    case .default: break
    case .highPerformance, .fast: (policy.jobs, policy.jobsPerHost) = (32, 12)
    case .lowMemory, .offlineFirst: (policy.jobs, policy.jobsPerHost) = (4, 4)
    }
    if self == .fast { policy.limits.idleTimeout = .seconds(20) }
    if self == .offlineFirst { policy.limits.idleTimeout = .seconds(60) }
    if let retries { policy.retry.apply(retries) }
    return policy
  }

  /// The preset's retry policy; nil for the tool's default.
  var retries: RetryPolicy.Preset? {
    switch self {
    case .default: nil
    case .highPerformance, .fast: .aggressive
    case .lowMemory, .offlineFirst: .conservative
    }
  }

  var memory: MemoryLimits {
    switch self {
    case .default: MemoryLimits()
    case .highPerformance, .fast: MemoryLimits(high: 10_000, low: 20_000)
    case .lowMemory: MemoryLimits(high: 500, low: 1_000)
    case .offlineFirst: MemoryLimits(high: 20_000, low: 50_000)
    }
  }

  /// The encoding of images; nil to store them unchanged.
  var encoding: PixelEncoding? {
    switch self {
    case .default, .highPerformance, .lowMemory: nil
    case .fast: .jpeg(quality: PixelEncoding.jpegQuality)
    case .offlineFirst: .adaptive
    }
  }

  var layout: StorageLayout { self == .offlineFirst ? .domain : .hashed }

  /// The memory for images being fetched, in bytes.
  var bytesInFlight: Int { self == .lowMemory ? 8 << 20 : 256 << 20 }
}

/// The default policy of `imgfetch`.
package enum ImageDefaults: HTTPDefaults {
  static let accept = "image/*, */*;q=0.5"

  package static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.jobs = 16
    policy.deadline = .seconds(300)
    policy.maximumBodyBytes = 100 << 20
    return policy
  }

  package static var headers: HeaderFields {
    ["User-Agent": "wireline/\(ToolVersion.number)", "Accept": accept]
  }
}

/// The number of images of each class that a run remembers: `high=50,low=100`.
struct MemoryLimits: ArgumentValue, Equatable {
  var limits = ImageMemory<ImageKey, StoredImage>.Limits()

  init(high: Int, low: Int) { limits = .init(high: high, low: low) }

  init() {}

  init(parsing argument: String) throws(InvalidArgument) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      guard sides.count == 2, let tier = MemoryClass(rawValue: sides[0]),
        let count = Int(digits: sides[1]), count <= 10_000_000
      else { throw InvalidArgument(expected: "limits such as high=50,low=100") }
      if tier == .high { limits.high = count } else { limits.low = count }
    }
  }

  var text: String { "high=\(limits.high),low=\(limits.low)" }
}
