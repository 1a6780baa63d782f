import TestSupport
import Testing

/// Named environments and named calls.
@Suite struct ReqNameTests {
  @Test func namedCallFillsInVariables() throws {
    let server = try LoopbackServer { _ in .ok("x") }
    let req = try Tool("req")
    try req.sandbox.write(
      "calls.json",
      #"{"product":{"details":{"url":"/p/{id}","query":{"full":1}},"#
        + #""add":{"method":"POST","url":"/p","json":{"a":1.50}}},"ping":{"url":"/ping"}}"#)
    func call(_ name: String, _ more: String...) throws -> ToolResult {
      try req.run(
        ["--calls-file", "calls.json", "--base-url", server.url, "--call", name] + more)
    }

    try call("product.details", "--var", "id=a b", "X-A:1", "q==2").expect(exit: 0)
    try call("product.add").expect(exit: 0)
    try call("product.add", "b=c").expect(exit: 0)
    try call("ping", "-X", "PUT").expect(exit: 0)
    try call("ping", "b=c").expect(exit: 0)

    #expect(server.targets == ["/p/a%20b?full=1&q=2", "/p", "/p", "/ping", "/ping"])
    #expect(server.requests.map(\.method) == ["GET", "POST", "POST", "PUT", "POST"])
    #expect(
      server.requests.map(\.text) == ["", #"{"a":1.50}"#, #"{"b":"c"}"#, "", #"{"b":"c"}"#])
    #expect(server.requests[0][header: "x-a"] == "1")
    try call("product.details").expect(exit: 2).expect(says: "variable \"id\" has no value")
    try call("product").expect(exit: 2).expect(says: "has no url")
    try call("nope").expect(exit: 2).expect(says: "product.details, product.add, ping")
  }
}
