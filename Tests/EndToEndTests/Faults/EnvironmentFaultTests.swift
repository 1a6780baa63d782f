import TestSupport
import Testing

/// Unusual, incomplete and empty environments.
@Suite struct EnvironmentFaultTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private var binary: String { "\(Project.binaries)/req" }

  @Test func worksWithEmptyEnvironment() throws {
    let server = try LoopbackServer { _ in "x" }

    let single = try req.sandbox.shell("exec env -i '\(binary)' \(server.url("/"))")
    let stream = try req.sandbox.shell(
      "exec env -i '\(binary)' --summary", stdin: .lines([server.url("/")]))

    #expect(single.expect(exit: 0).expectSilence().text == "x")
    stream.expect(exit: 0).records(as: .response)
  }

  @Test(arguments: [
    ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LC_ALL": "", "LANG": "C"], ["LC_ALL": "de_DE.UTF-8"],
    ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "nonsense"], ["LC_NUMERIC": "de_DE.UTF-8", "LC_ALL": ""],
    ["TZ": "Pacific/Kiritimati"], ["TZ": "nonsense"], ["TZ": ":/etc/passwd"], ["TZ": ""],
    ["TZ": "UTC+24:59:59"], ["TMPDIR": "/none"], ["PATH": ""], ["COLUMNS": "0"], ["COLUMNS": "-7"],
    ["COLUMNS": "99999999999999999999"], ["TERM": "\u{1b}["], ["NO_COLOR": ""],
    ["XDG_CONFIG_HOME": "relative"], ["XDG_CONFIG_HOME": "/dev/null"], ["XDG_STATE_HOME": ""],
    ["LONG": String(repeating: "x", count: 100_000)],
  ])
  func recordsDoNotDependOnEnvironment(environment: [String: String]) throws {
    let server = try LoopbackServer { _ in
      .ok(json: #"{"é":"İıßŁ","n":1.50}"#)
    }
    let line = #"{"url":"\#(server.url("/é"))","id":"ß"}"#

    let result = try req(stdin: .lines([line]), environment: environment).expect(exit: 0)

    result.expectSilence()
    let record = try #require(result.records(as: .response).first)
    #expect(record.ref == "\"ß\"")
    #expect(record["json"]?.text == #"{"é":"İıßŁ","n":1.50}"#)
    #expect(record["elapsed_ms"]?.number != nil, "a decimal comma is not JSON")
    #expect(server.targets == ["/%C3%A9"])
  }

  /// As in a chroot, or early during boot.
  @Test(.needsMounts, arguments: ["sys", "dev"])
  func worksWithoutKernelFileSystem(name: String) throws {
    try check(without: name)
  }

  /// Without /dev/null, and with one that cannot be opened, as in a folder made by debootstrap.
  @Test(.needsMounts, arguments: ["", "mknod -m 666 /dev/null c 1 3 &&"])
  func processesImagesWithoutDevices(preparation: String) throws {
    let tool = try PixelTool()

    let result = try Namespace.shell(
      "mount -t tmpfs -o nodev none /dev && \(preparation) exec imgfetch -o photos --resize 48"
        + " \(tool.url("rgb.jpg"))",
      in: tool.sandbox)

    #expect(result.expect(exit: 0).records(as: .image).first?["width"]?.integer == 48)
  }

  /// The executable is replaced before the image arrives. Without /proc, the path leads to the
  /// other one.
  @Test(
    .needsMounts,
    .enabled(if: Project.testsNamedBinaries, "only the release replaces a function that aborts"))
  func workersRunExecutableOfBeginningOfRunWithoutProc() throws {
    let sandbox = try Sandbox()
    let image = try PixelFixture("rgb.jpg").bytes
    try sandbox.shell("cp '\(Project.binaries)/imgfetch' .").expect(exit: 0)
    let server = try LoopbackServer { _ in
      _ = try? sandbox.shell(
        "printf '#!/bin/sh\\necho > replaced\\n' > new && chmod +x new && mv new imgfetch")
      return .ok(image, type: "image/jpeg")
    }

    let result = try Namespace.shell(
      "mount -t tmpfs none /proc && exec ./imgfetch -o photos --resize 48 \(server.url("/a.jpg"))",
      in: sandbox)

    #expect(result.expect(exit: 0).records(as: .image).first?["width"]?.integer == 48)
    #expect(!sandbox.exists("replaced"))
  }

  /// libdispatch reads /proc once a second.
  @Test(
    .needsMounts,
    .enabled(if: Project.testsNamedBinaries, "only the release replaces a function that aborts"))
  func worksWithoutProc() throws { try check(without: "proc") }

  private func check(without name: String) throws {
    let server = try LoopbackServer([
      "/": "x", "/slow": Script.ok("x").after(.milliseconds(1200)),
    ])
    try req(server.url("/")).expect(exit: 0)

    let result = try Namespace.shell(
      "mount -t tmpfs none /\(name) && exec req \(server.url("/slow"))", in: req.sandbox)

    #expect(result.expect(exit: 0).text == "x")
  }

  @Test(.needsMounts, arguments: [("", 60), ("-k", 35)])
  func reportsMissingCertificateAuthorities(option: String, exit: Int32) throws {
    let server = try LoopbackServer(greeting: .raw("no TLS")) { _ in .hangUp }
    let url = server.url("/").replacing("http:", with: "https:")

    let result = try Namespace.shell(
      """
      for folder in /etc/ssl /etc/pki /usr/share/ca-certificates; do
        [ ! -d $folder ] || mount -t tmpfs none $folder || exit 1
      done
      exec req --retry 0 \(option) \(url)
      """, in: req.sandbox)

    result.expect(exit: exit)
    if exit == 60 { result.expect(says: "install ca-certificates or use --cacert FILE") }
  }

  /// `ProxyRoutesTests` have all forms of the variables.
  @Test(arguments: [("other.test", "proxied"), ("h.test:PORT", "direct")])
  func readsProxyVariables(exceptions: String, expected: String) throws {
    let proxy = try LoopbackServer { _ in "proxied" }
    let server = try LoopbackServer { _ in "direct" }
    for other in [proxy, server] { try req(other.url("/")).expect(exit: 0) }

    let result = try req(
      "--retry", "0", "--resolve", "h.test:\(server.port):127.0.0.1",
      "http://h.test:\(server.port)/x",
      environment: [
        "http_proxy": "http://u:p@127.0.0.1:\(proxy.port)",
        "no_proxy": exceptions.replacing("PORT", with: "\(server.port)"),
      ]
    ).expect(exit: 0)

    #expect(result.text == expected)
  }

  @Test(arguments: [
    "http://", "http://h:99999", "ftp://h:1", "http://h h", "::", "http://h\r\nX: y",
  ])
  func reportsInvalidProxy(proxy: String) throws {
    let server = try LoopbackServer.forbidden()

    let result = try req("--retry", "0", server.url("/"), environment: ["http_proxy": proxy])

    result.expect(exit: 2).expect(says: "proxy")
    #expect(result.messageLines.count <= 2)
  }
}
