import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct SessionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func session(_ name: String, _ url: String = "http://h:8/x") throws -> Session {
    try Session(name, for: RequestURL(url), environment: Environment(["HOME": directory.path]))
  }

  @Test func replacesFieldsOfSameName() throws {
    var session = try session("me")
    session.keep(["X-A": "1", "X-A": "2", "Content-Type": "a/b", "If-Match": "x", "Cookie": "c=d"])
    session.keep(["x-b": "3", "x-a": "4"])
    try session.save()

    #expect(try self.session("me").headers == ["x-b": "3", "x-a": "4"])
    #expect(try self.session("me", "http://h/").headers.isEmpty)
    #expect(session.cookieJar.hasSuffix("/.config/wireline/sessions/http+h+8/me.cookies"))
  }

  @Test func forgetsRemovedFields() throws {
    var session = try session("me")
    session.keep(["X-A": "1", "X-B": "2"])
    session.keep(["X-B": "3"], removing: ["x-a", "X-B"])

    #expect(session.headers == ["X-B": "3"])
  }

  /// A key that https protected must not be sent over http.
  @Test func belongsToOneProtocol() async throws {
    let harness = try RunnerHarness()
    let secure = ["--session", "me", "https://h:8/"]

    _ = try await harness.run(secure + ["X-Api-Key:k"])
    _ = try await harness.run(secure + ["http://h:8/"])
    _ = try await harness.run(["--session", "me", "http://h:8/"])

    let keys = harness.executor.requests.map { $0.headers["X-Api-Key"] }
    #expect(keys == ["k", "k", nil, nil])
  }

  @Test(arguments: ["https://h:8/x", "http://h/", "http://h:9/", "http://h.example:8/"])
  func refusesSessionOfOtherOrigin(url: String) throws {
    var session = try session(directory.path("s"))
    session.keep(["Authorization": "Basic dTpw"])
    try session.save()

    #expect(try self.session(directory.path("s"), "HTTP://H:8/y").headers == session.headers)
    let error = #expect(throws: UsageError.self) { try self.session(directory.path("s"), url) }
    #expect(error?.status == .unauthorized && error?.message.contains("http://h:8, ") == true)
    #expect(error?.message.contains("dTpw") == false)
  }

  @Test(
    arguments: [
      "", "[]", "{}", #"{"a":"b"}"#, #"{"headers":{}}"#, #"{"origin":"http://h:8"}"#,
      #"{"origin":"h","headers":{}}"#, #"{"origin":7,"headers":{}}"#,
      #"{"origin":"http://h:8","headers":[]}"#, #"{"origin":"http://h:8","headers":{"a":{}}}"#,
      #"{"origin":"http://h:8","headers":{"a b":"c"}}"#,
      #"{"origin":"http://h:8","headers":{"a":"b\r\nc"}}"#,
    ])
  func rejectsDamagedFile(text: String) throws {
    try directory.write("s.json", text)

    let error = #expect(throws: UsageError.self) { try session(directory.path("s")) }
    #expect(error?.status == .badData)
  }

  @Test(arguments: ["", ".", "..hidden"])
  func rejectsInvalidName(name: String) {
    #expect(throws: UsageError.self) { try session(name) }
  }
}
