import Glibc
import TestSupport
import Testing

/// `.ci/sign` signs all files or none, and removes the key afterwards.
@Suite(.needs("gpg", in: ProjectScript.folders))
struct SigningTests {
  private static let password = "correct horse; $(battery) 'staple'"

  /// A sandbox with two files to sign and a new key.
  private struct Desk {
    let sandbox: Sandbox
    private let key: String

    init(protectedBy password: String = SigningTests.password) throws {
      sandbox = try Sandbox()
      try sandbox.directory.makeDirectory("work/dist")
      try sandbox.directory.makeDirectory("work/tmp")
      try sandbox.write("dist/wireline.tar.gz", "bytes")
      try sandbox.write("dist/SHA256SUMS", "sums")
      try sandbox.write("password", password)
      try sandbox.shell(
        """
        umask 077; mkdir gnupg; export GNUPGHOME="$PWD/gnupg"
        echo 's2k-count 65536' >gnupg/gpg-agent.conf
        gpg --batch --quiet --pinentry-mode loopback --passphrase-file password \
          --quick-generate-key 'Test <test@example.com>' ed25519 sign never &&
        gpg --batch --pinentry-mode loopback --passphrase-file password \
          --export-secret-keys | base64 -w 0 >key &&
        gpg --export | base64 -w 0 >public
        gpgconf --kill all; rm -rf gnupg
        """
      ).expect(exit: 0)
      key = try sandbox.text("key")
    }

    /// The files in the release folder and in the temporary folder.
    var files: [String] {
      get throws { try sandbox.shell("ls dist tmp").expect(exit: 0).lines }
    }

    func sign(
      key: String? = nil, password: String = SigningTests.password, before: String = ""
    ) throws -> ToolResult {
      try sandbox.shell(
        "\(before)\n'\(Project.root)/.ci/sign' dist",
        environment: [
          "TMPDIR": "\(sandbox.work)/tmp", "SIGNING_KEY_BASE64": key ?? self.key,
          "SIGNING_KEY_PASSWORD": password,
        ])
    }
  }

  private static let unsigned = ["dist:", "SHA256SUMS", "wireline.tar.gz", "", "tmp:"]

  @Test(arguments: [password, ""]) func signsEachFile(password: String) throws {
    let desk = try Desk(protectedBy: password)

    // The second run must not sign the signatures.
    for _ in 1...2 {
      try desk.sign(password: password).expect(exit: 0).expect(says: "signed by ")
    }

    #expect(
      try desk.files == [
        "dist:", "SHA256SUMS", "SHA256SUMS.asc", "signing-key.asc", "wireline.tar.gz",
        "wireline.tar.gz.asc", "", "tmp:",
      ])
    try desk.sandbox.shell(
      """
      umask 077; mkdir gnupg; export GNUPGHOME="$PWD/gnupg"
      gpg --quiet --import dist/signing-key.asc
      for file in dist/SHA256SUMS dist/wireline.tar.gz; do
        gpg --quiet --trust-model always --verify $file.asc $file || exit 1
      done
      echo more >>dist/SHA256SUMS
      gpg --quiet --trust-model always --verify dist/SHA256SUMS.asc dist/SHA256SUMS && exit 1
      gpgconf --kill all
      """
    ).expect(exit: 0)
  }

  @Test func warnsWithoutKey() throws {
    let desk = try Desk()

    try desk.sign(key: "", password: "").expect(exit: 0)
      .expect(says: "sign: warning: SIGNING_KEY_BASE64 is not set: the files are not signed")

    #expect(try desk.files == Self.unsigned)
  }

  @Test(arguments: [
    ("cat key", "wrong", "sign: error: cannot "),
    ("cat key", "", "sign: error: cannot "),
    ("cat public", password, "does not contain a secret key"),
    ("echo '*** not base64 ***'", password, "is not base64"),
    ("echo no key at all | base64", password, "cannot import the signing key"),
    ("cut -c 1-200 key", password, "sign: error: "),
    ("true", password, "SIGNING_KEY_PASSWORD is set without SIGNING_KEY_BASE64"),
  ])
  func rejectsUnusableKey(
    key: String, password: String, says: String
  ) throws {
    let desk = try Desk()
    let key = try desk.sandbox.shell(key).text

    try desk.sign(key: key, password: password).expect(exit: 1).expect(says: says)

    #expect(try desk.files == Self.unsigned)
  }

  /// Removes the signatures already written.
  @Test func failsIfOneFileIsUnreadable() throws {
    let desk = try Desk()

    try desk.sign(before: "ln -s nowhere dist/zzz").expect(exit: 1)
      .expect(says: "cannot sign zzz")

    #expect(try desk.files.filter { $0.hasSuffix(".asc") } == [])
  }

  /// The first signal arrives while a signature is verified, the second while the key is removed.
  @Test(arguments: [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM])
  func cleansUpAfterSignals(signal: Int32) throws {
    let desk = try Desk()
    try desk.sandbox.write(
      "gpg",
      """
      #!/bin/sh
      case "$*" in *--verify*) kill -\(signal) $PPID ;; esac
      exec /usr/bin/gpg "$@"
      """)
    try desk.sandbox.write(
      "gpgconf",
      """
      #!/bin/sh
      kill -\(signal) $PPID
      exec /usr/bin/gpgconf "$@"
      """)

    try desk.sign(before: "chmod +x gpg gpgconf; PATH=$PWD:$PATH").expect(exit: 128 + signal)

    #expect(try desk.files == Self.unsigned)
  }

  @Test func hidesSecretsFromArgumentsAndEnvironment() throws {
    let desk = try Desk()
    let spy = """
      #!/bin/sh
      echo "$*" >>'\(desk.sandbox.work)/seen'
      env >>'\(desk.sandbox.work)/seen'
      exec /usr/bin/gpg "$@"
      """
    try desk.sandbox.write("gpg", spy)

    try desk.sign(before: "export key=x password=y; chmod +x gpg; PATH=$PWD:$PATH").expect(exit: 0)

    let seen = try desk.sandbox.text("seen")
    #expect(seen.contains("--detach-sign"))
    #expect(!seen.contains(Self.password) && !seen.contains("SIGNING_KEY"))
    #expect(try !seen.contains(desk.sandbox.text("key").prefix(40)))
  }
}
