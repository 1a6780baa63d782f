import TestSupport
import Testing

@Suite struct LoopbackServerTests {
  private func send(_ server: LoopbackServer, _ path: String, _ method: String = "GET") throws
    -> String
  {
    let client = try RawClient(port: server.port)
    client.send("\(method) \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    return client.receive()
  }

  @Test func recordsRequests() throws {
    let server = try LoopbackServer { .ok(json: "{\"path\":\"\($0.path)\"}") }

    let response = try send(server, "/a%20b?x=1+2&y=%C3%A9")

    #expect(response.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"))
    #expect(response.hasSuffix("\r\n\r\n{\"path\":\"/a%20b\"}"))
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request[header: "host"] == "h")
    #expect(request[query: "x"] == "1 2")
    #expect(request[query: "y"] == "é")
    #expect(server.connectionCount == 1)
  }

  @Test func followsRoutesAndSequences() throws {
    let server = try LoopbackServer(["/r": .sequence(.status(503), .status(503), "at last")])

    let statuses = try ["/r", "/r", "/r", "/r", "/x"].map { path in
      try send(server, path).split(separator: " ")[1]
    }

    #expect(statuses == ["503", "503", "200", "200", "404"])
    #expect(server.requests.map(\.hit) == [1, 2, 3, 4, 1])
  }

  @Test func handlesSeveralRequestsPerConnection() throws {
    let server = try LoopbackServer { .ok("\($0.number)") }
    let client = try RawClient(port: server.port)

    client.send("GET /1 HTTP/1.1\r\n\r\nPOST /2 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcHEAD /3 ")
    client.send("HTTP/1.1\r\nConnection: close\r\n\r\n")
    let text = client.receive()

    #expect(text.split(separator: "HTTP/1.1 200 OK").count == 3)
    #expect(text.hasSuffix("\r\n\r\n"), "no body for HEAD")
    #expect(server.requests.map(\.text) == ["", "abc", ""])
    #expect(server.requests.map(\.connection) == [1, 1, 1])
    #expect(server.connectionCount == 1)
  }

  @Test func readsAndSendsChunkedBodies() throws {
    let server = try LoopbackServer { _ in .chunked("abcdefg", sizes: 3, 1) }
    let client = try RawClient(port: server.port)

    client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    client.send("5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n")
    let response = client.receive()

    #expect(response.hasSuffix("\r\n\r\n3\r\nabc\r\n1\r\nd\r\n3\r\nefg\r\n0\r\n\r\n"))
    #expect(server.requests.first?.text == "hello world")
  }

  @Test(arguments: [
    (Script.truncated("abc", declared: 10), "Content-Length: 10\r\n\r\nabc"),
    (Script.ok("abcdef").cut(after: 2), "\r\n\r\nab"),
    (Script.raw("garbage"), "garbage"),
    (Script.hangUp, ""),
    (Script.redirect(to: "/y"), "\r\n\r\nelsewhere"),
    (Script.ok("abcdef").dripping(bytes: 4, every: .milliseconds(1)), "\r\n\r\nabcdef"),
    (Script.steps(.flood(UInt8(ascii: "x"), count: 5)), "xxxxx"),
  ])
  func sendsInvalidAndPartialResponses(script: Script, end: String) throws {
    let server = try LoopbackServer(["/": script])

    #expect(try send(server, "/").hasSuffix(end))
  }

  @Test func resetsConnections() throws {
    let server = try LoopbackServer(["/": .reset])
    let client = try RawClient(port: server.port)

    client.send("GET / HTTP/1.1\r\n\r\n")

    #expect(client.wasReset)
  }

  @Test func firstResponseCanWaitForOthers() throws {
    let server = try LoopbackServer { request in
      request.path == "/1" ? Script.ok("1").afterResponses(2) : .ok("2")
    }
    let slow = try RawClient(port: server.port)
    slow.send("GET /1 HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(server.waitForRequests(1))

    _ = try send(server, "/2")
    _ = try send(server, "/3")

    #expect(slow.receive().hasSuffix("1"))
    #expect(server.peakRequests == 2)
    #expect(server.peakConnections >= 2)
  }

  @Test func gateHoldsResponseBack() throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Script.ok("through").behind(gate) }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(server.waitForRequests(1))

    #expect(client.receive(1, within: .milliseconds(20)) == "")
    gate.open()

    #expect(client.receive().hasSuffix("through"))
  }

  @Test func stopClosesConnections() throws {
    let server = try LoopbackServer(["/": .idle])
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(server.waitForRequests(1))

    server.stop()

    #expect(client.receive() == "")
    #expect(server.waitForDisconnection())
  }

  @Test func sendsGreetingBeforeRequest() throws {
    let server = try LoopbackServer(greeting: .raw("early")) { _ in .ok("never") }

    #expect(try RawClient(port: server.port).receive() == "early")
    #expect(server.requestCount == 0)
  }

  @Test func failsTestWithoutExpectedConnections() throws {
    withKnownIssue { _ = try LoopbackServer(["/": "never"]) }
    withKnownIssue {
      let server = try LoopbackServer.forbidden()
      _ = try send(server, "/")
    }
    _ = try LoopbackServer.forbidden()
  }

  @Test func countsConnectionsWithoutRequests() throws {
    let server = try LoopbackServer(greeting: .idle) { _ in .idle }
    #expect(!server.waitForConnections(1, within: .milliseconds(10)))

    let client = try RawClient(port: server.port)

    #expect(server.waitForConnections(1))
    #expect(!server.waitForConnections(2, within: .milliseconds(10)))
    #expect(server.requestCount == 0)
    server.stop()
    #expect(client.receive() == "")
  }
}
