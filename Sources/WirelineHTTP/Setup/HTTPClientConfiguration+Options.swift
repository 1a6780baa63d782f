import Glibc
import NIOCore
import WirelineCore
import WirelineRequests

extension HTTPClientConfiguration {
  /// Creates the configuration that a tool's options describe, and checks that they fit together.
  ///
  /// - Parameter configure: applies the options that only the tool has.
  init<Defaults: HTTPDefaults>(
    _ options: HTTPOptions<Defaults>, policy: ExecutionPolicy, context: ToolContext,
    configure: (inout HTTPClientConfiguration) -> Void
  ) throws(UsageError) {
    self.init()
    for text in options.ignoredHeaders {
      context.diagnostics.warning("ignored --header \"\(text)\": not a header field")
    }
    offersHTTP2 = options.http2 ?? true
    deniesPrivate = options.denyPrivate ?? false
    tls.authorityFile = options.cacert
    tls.isUnverified = options.insecure ?? false
    proxies = try converting({ UsageError("invalid proxy: \($0.description)") }) {
      () throws(InvalidURL) in
      try ProxyRoutes(proxy: options.proxy) { context.environment[$0] }
    }
    jobs = policy.jobs
    bytesPerSecond = policy.bytesPerSecond
    reportsConnections =
      policy.reportsConnections || policy.jobs == 1 || options.logResponse == true
      || context.common.level >= .verbose
    // Enough for lists that return to a host, few enough for the memory of TLS (120 KB each).
    maximumIdleConnections = max(32, policy.jobs, min(4 * policy.jobs, 512))
    configure(&self)
    try checkFiles()
    try resolveInterface()
    try checkRoute(isProxyGiven: context.isGiven("proxy") && options.proxy?.isEmpty == false)
  }

  private func checkFiles() throws(UsageError) {
    for case let path? in [tls.authorityFile, tls.certificateFile, tls.keyFile]
    where access(path, R_OK) != 0 {
      let reason = SystemErrorText(code: errno).description
      // curl's CURLE_SSL_CACERT_BADFILE has the number of EX_NOPERM.
      throw UsageError(
        "cannot read \"\(path)\": \(reason)",
        status: path == tls.authorityFile ? .unauthorized : .cannotRead)
    }
  }

  private mutating func resolveInterface() throws(UsageError) {
    guard let interface else { return }
    // curl accepts `if!name` and `host!address`.
    let name = interface.split(separator: "!").last.map(String.init) ?? ""
    let given = (try? SocketAddress(ipAddress: name, port: 0)).map { [$0] }
    let devices = (try? System.enumerateDevices()) ?? []
    // A link-local address reaches no other network.
    localAddresses =
      given
      ?? devices.filter { $0.name == name }.compactMap(\.address)
      .filter { $0.ipAddress?.hasPrefix("fe80:") == false }
    if localAddresses.isEmpty {
      throw UsageError("--interface \"\(interface)\" has no address", status: .interfaceFailed)
    }
  }

  /// - Parameter isProxyGiven: whether the command line names a proxy. With a Unix socket, a proxy
  ///   from the environment is ignored.
  private mutating func checkRoute(isProxyGiven: Bool) throws(UsageError) {
    if unixSocket != nil {
      if isProxyGiven { throw UsageError("--unix-socket cannot be used with --proxy") }
      if deniesPrivate { throw UsageError("--deny-private cannot be used with --unix-socket") }
      proxies = ProxyRoutes()
    }
    // The proxy, not this process, would connect to the private address.
    if deniesPrivate, !proxies.isDirect {
      throw UsageError(
        "--deny-private cannot be used with a proxy",
        hint: "disable the proxy with --proxy ''")
    }
  }
}
