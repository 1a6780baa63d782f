import TestSupport
import Testing

/// Images that require credentials.
@Suite struct ImgfetchCredentialTests: ImgfetchSuite {
  let sandbox: Sandbox
  /// `usr:pw`.
  private static let credentials = "Basic dXNyOnB3"

  init() throws { sandbox = try Sandbox() }

  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      request[header: "Authorization"] == Self.credentials
        ? .ok(Self.png, type: "image/png") : .status(401)
    }
  }

  private func url(_ server: LoopbackServer, as user: String) -> String {
    server.url("/i").replacing("http://", with: "http://\(user)@")
  }

  @Test func usersHaveSeparateRequests() throws {
    let server = try server()
    let users = ["usr:bad", "usr:pw", "usr:pw"].map { url(server, as: $0) }

    let records = try fetch(stdin: .lines(users + [server.url("/i")])).expect(exit: 1)
      .records(as: .image)

    #expect(records.map { $0["error"]?["status"]?.integer } == [401, nil, nil, 401])
    #expect(records.compactMap { $0["source"]?.string } == ["network", "joined"])
    #expect(server.requestCount == 3)
  }

  /// An image fetched with a password is not used for other users, from memory or the disk.
  @Test(arguments: ["5", "0"])
  func imagesArePrivateToUser(memory: String) throws {
    let server = try server()
    let tool = try Tool("imgfetch", in: sandbox).start([
      "--output-dir", "photos", "--memory", "high=\(memory),low=0",
    ])
    let statuses = try ["usr:pw@", "", "usr:bad@", "usr:pw@"].map { user in
      tool.write(server.url("/i\n").replacing("http://", with: "http://\(user)"))
      let record = try Record(#require(tool.readLine()))
      return record["source"]?.string ?? record["error"]?["status"]?.text
    }
    try tool.finish().expect(exit: 1)

    let known = memory == "0" ? "storage" : "memory"
    #expect(statuses == ["network", "401", "401", known] && server.requestCount == 3)
    let index = try sandbox.shell("grep -rlaE 'usr|pw@' photos")
    #expect(index.text == "")
  }

  /// The fields of a record belong to its request only, and make its file private.
  @Test func sendsHeadersOfRecord() throws {
    let server = try server()
    let (url, name) = (server.url("/i"), "Authorization")
    let lines = [
      #"{"url":"\#(url)","headers":{"\#(name)":"\#(Self.credentials)"}}"#, #"{"url":"\#(url)"}"#,
      #"{"url":"\#(url)","status":200,"headers":{"\#(name)":"\#(Self.credentials)"}}"#,
      #"{"url":"\#(url)","headers":{"a b":"c"}}"#,
    ]

    let result = try fetch("--tar", "shards", stdin: .lines(lines)).expect(exit: 1)

    let records = result.records(as: .image)
    #expect(records.map(\.code) == [nil, "http_status", "http_status", "invalid_input"])
    let path = try #require(records[0]["path"]?.string)
    #expect(sandbox.directory.permissions("work/\(path)") == 0o600)
    #expect(try !sandbox.text("shards/00000.jsonl").contains(Self.credentials))
    let built = try Tool("imgfetch", in: sandbox).run(["--build"], stdin: .lines([lines[0]]))
    #expect(built.text.contains(Self.credentials))
  }

  @Test(arguments: [
    (["-o", "photos"], "644 755"), (["-o", "photos", "--header", "Cookie: a=b"], "600 755"),
    ([], "600 700"),
  ])
  func filesOfAuthorizedRequestsArePrivate(options: [String], modes: String) throws {
    let server = try LoopbackServer { _ in .ok(Self.png, type: "image/png") }
    let words = options.map { "'\($0)'" }.joined(separator: " ")

    let result = try sandbox.shell("umask 022; imgfetch \(words) \(server.url("/i"))")
      .expect(exit: 0)

    let path = try #require(result.records(as: .image).first?["path"]?.string)
    let found = try sandbox.shell("stat -c %a \(path) $(dirname \(path))").lines
    #expect(found.joined(separator: " ") == modes)
  }
}
