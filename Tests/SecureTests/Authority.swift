import TestSupport
import Testing

/// A test setup with a certificate authority that the tool trusts.
struct Authority {
  private static let authority = Result {
    try TestCertificate("Test authority", isAuthority: true)
  }
  private static let server = Result {
    try TestCertificate("server", addresses: ["127.0.0.1"], by: authority.get())
  }

  let certificate: TestCertificate
  let tool: Tool
  /// The PEM file of the authority, for `--cacert`.
  let file: String

  init(_ name: String = "req") throws {
    tool = try Tool(name)
    certificate = try Self.authority.get()
    file = try tool.sandbox.write("ca.pem", certificate.pem)
  }

  /// A certificate for 127.0.0.1.
  func server() throws -> TestCertificate { try Self.server.get() }

  /// A server that responds to HTTP/2 requests.
  func server(
    _ respond: @escaping @Sendable (HTTP2Request) -> [HTTP2Step]
  ) throws -> SecureServer {
    try SecureServer(try server(), http2: respond)
  }

  func run(
    _ arguments: String..., stdin: ToolInput = .empty, environment: [String: String] = [:]
  ) throws -> ToolResult {
    try tool.run(["--cacert", file] + arguments, stdin: stdin, environment: environment)
  }
}
