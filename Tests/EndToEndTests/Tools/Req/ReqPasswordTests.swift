import TestSupport
import Testing

/// `req -u NAME` prompts for the password on the terminal, which script(1) provides.
@Suite(.needs("script"))
struct ReqPasswordTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func start(_ url: String) throws -> LiveTool {
    try Tool(path: "/usr/bin/script", in: sandbox).start(
      ["-qec", "trap : INT; \(Project.binaries)/req -u bob \(url); stty -a", "/dev/null"],
      environment: ["TERM": "xterm"])
  }

  @Test func sendsTypedPasswordWithoutEcho() throws {
    let server = try LoopbackServer(["/": "welcome"])
    let tool = try start(server.url("/"))
    _ = tool.readText(until: "password for bob: ")
    tool.write("s3cret\n")
    let result = try tool.wait().expect(exit: 0)

    #expect(server.requests.map { $0[header: "Authorization"] } == ["Basic Ym9iOnMzY3JldA=="])
    #expect(result.text.contains("welcome") && !result.text.contains("s3cret"))
    #expect(result.text.contains(" echo "))
  }

  @Test func restoresTerminalAfterInterrupt() throws {
    let server = try LoopbackServer.forbidden()
    let tool = try start(server.url("/"))
    _ = tool.readText(until: "password for bob: ")
    tool.write("s3c\u{3}")
    let result = try tool.wait()

    #expect(result.text.contains(" echo ") && !result.text.contains("s3c"))
  }
}
