/// The defaults of `ExecutionPolicy` itself.
enum StandardHTTPDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }
}
