import WirelineCore
import WirelineRequests

/// Defaults that differ between a single request and a stream.
enum SampleDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }

  static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}
