import Glibc
import TestSupport
import Testing

/// `openssl s_server`. With `-HTTP` it serves files of the sandbox, which contain complete
/// responses; otherwise it prints requests and reads commands.
final class OpenSSLServer: Sendable {
  let port: Int
  private let live: LiveTool

  /// - Parameters:
  ///   - name: the self-signed certificate `NAME.pem` and its key `NAME.key` in the sandbox.
  ///   - options: further options of s_server.
  init(in sandbox: Sandbox, as name: String = "localhost", _ options: String...) throws {
    let openssl = Tool(path: "/usr/bin/openssl", in: sandbox)
    live = try openssl.start(
      [
        "s_server", "-accept", "127.0.0.1:0", "-cert", "\(name).pem", "-key", "\(name).key",
      ] + options)
    var port: Int?
    while port == nil, let line = live.readLine() {
      if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last.flatMap { Int($0) } }
    }
    self.port = try #require(port, "s_server does not listen")
  }

  deinit { live.send(SIGKILL) }

  /// Reads its messages until they contain a text.
  func readText(until wanted: String) -> String { live.readText(until: wanted) }

  /// Sends a request for a new handshake on its connection.
  func renegotiate() { live.write("r\n") }

  /// Breaks its connections without close_notify.
  func kill() { live.send(SIGKILL) }

  /// Creates a self-signed certificate for a name, valid from now for a number of days.
  ///
  /// - Parameters:
  ///   - key: the kind of its key, as an argument of `openssl req`.
  ///   - issuer: the name of an earlier certificate that signs it instead.
  ///   - digest: the hash function of the signature.
  static func certify(
    _ name: String, alternative: String, days: Int,
    key: String = "ec -pkeyopt ec_paramgen_curve:prime256v1", issuer: String? = nil,
    digest: String = "sha256", in sandbox: Sandbox
  ) throws {
    try sandbox.write("\(name).ext", "subjectAltName=\(alternative)\n")
    let signer =
      issuer.map { "-CA \($0).pem -CAkey \($0).key -CAcreateserial" } ?? "-signkey \(name).key"
    try sandbox.shell(
      """
      openssl req -new -newkey \(key) -nodes -keyout \(name).key -subj /CN=\(name) \
      -out \(name).csr && openssl x509 -req -in \(name).csr \(signer) -\(digest) \
      -days \(days) -extfile \(name).ext -out \(name).pem
      """
    ).expect(exit: 0)
  }
}
