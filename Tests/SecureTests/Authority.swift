import TestSupport
import Testing

/// A test setup with a certificate authority that the tool trusts.
struct Authority {
  let certificate: TestCertificate
  let tool: Tool
  /// The PEM file of the authority, for `--cacert`.
  let file: String

  init(_ name: String = "req") throws {
    tool = try Tool(name)
    certificate = try TestCertificate("Test authority", isAuthority: true)
    file = try tool.sandbox.write("ca.pem", certificate.pem)
  }

  /// A certificate for 127.0.0.1.
  func server(_ names: String...) throws -> TestCertificate {
    try TestCertificate(
      "server", names: names, addresses: names.isEmpty ? [[127, 0, 0, 1]] : [], by: certificate)
  }

  func run(
    _ arguments: String..., stdin: ToolInput = .empty, environment: [String: String] = [:]
  ) throws -> ToolResult {
    try tool.run(["--cacert", file] + arguments, stdin: stdin, environment: environment)
  }
}
