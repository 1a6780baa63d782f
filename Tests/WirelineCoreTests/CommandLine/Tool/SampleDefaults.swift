import WirelineCore
import WirelineRequests

/// One request and a stream differ in two of the defaults.
enum SampleDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }

  static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}
