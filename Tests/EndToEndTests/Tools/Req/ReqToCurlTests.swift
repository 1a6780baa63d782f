import TestSupport
import Testing

/// `--to-curl`: the printed command behaves like `req`.
@Suite(.needs("curl")) struct ReqToCurlTests {
  private static func script(_ request: ServedRequest) -> Script {
    switch request.path {
    case "/moved": .redirect(to: "/page")
    case "/loop": .redirect(to: "/loop")
    case "/missing": .status(404, "not here\n")
    case "/private":
      request[header: "authorization"]?.hasPrefix("Digest ") == true
        ? .ok("in\n")
        : .status(
          401, headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""])
    case "/flaky":
      request.hit == 1 ? .status(503, headers: ["Retry-After": "0"]) : .ok("back\n")
    default: .ok("page\n")
    }
  }

  @Test(arguments: [
    "$H/page", "$H/moved", "--max-redirects 0 $H/moved", "--max-redirects 1 $H/loop",
    "$H/missing", "-f $H/missing", "--no-fail $H/missing", "-o out $H/missing", "-o out $H/moved",
    "$H/flaky", "--retry 0 $H/flaky", "POST $H/flaky a=b", "--retry-unsafe POST $H/flaky a=b",
    "-I $H/page", "-i $H/page", "-T file $H/up", "-d a=1 --data-urlencode 'b= ' $H/page",
    "-G -d a=1 $H/page", "$H/page file@file", "-F f=@file -F t=x $H/page", "$H/page @file",
    "-w '%{http_code}' -o out $H/page", "$H/page $H/moved",
    "-w '%{http_code}' -o out $H/missing", "-f -w '%{http_code}' -o out $H/missing",
    "-o a -o b $H/page $H/moved", "-o a -O $H/moved $H/page", "-J -o a $H/page",
    "--connect-to a.example:80:127.0.0.1:${H##*:} http://a.example/page",
    "-4 --noproxy '*' --proto =http,https $H/page",
  ])
  func behavesLikePrintedCommand(arguments: String) throws {
    let (one, one_) = try run("req \(arguments)")
    let (other, other_) = try run("eval \"$(req --to-curl \(arguments))\"")

    #expect(other.exit == one.exit, "\(one)\n\(other)")
    #expect(other.text == one.text, "\(one)\n\(other)")
    #expect(other_.requests == one_.requests, "\(one)\n\(other)")
    #expect(other_.files == one_.files)
  }

  @Test func loginIsVariable() throws {
    let command = "req --to-curl --digest -u me:s3cret $H/private"

    let (result, served) = try run(
      "LOGIN=me:s3cret\nprinted=$(\(command))\necho \"$printed\" >&2\neval \"$printed\"")

    #expect(result.messages.contains("$LOGIN") && !result.messages.contains("s3cret"))
    #expect(result.text == "in\n", "\(result)")
    #expect(served.requests.count == 2)
  }

  private func run(_ script: String) throws -> (ToolResult, (requests: [String], files: [String])) {
    let server = try LoopbackServer { Self.script($0) }
    let sandbox = try Sandbox()
    try sandbox.write("file", "content\n")
    let result = try sandbox.shell("H=\(server.url)\n\(script)")
    let requests = server.requests.map { request in
      let type = request[header: "content-type"] ?? ""
      let boundary = type.ranges(of: "boundary=").first.map { String(type[$0.upperBound...]) }
      let text = boundary.map { request.text.replacing($0, with: "B") } ?? request.text
      return "\(request.method) \(request.target) \(text)"
    }
    return (result, (requests, sandbox.files.filter { $0.hasPrefix("work/") }))
  }
}
