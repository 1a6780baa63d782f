import TestSupport
import Testing

/// Random input against failing servers: one record per item.
@Suite struct PropertyFaultTests {
  /// The server's response by the first part of the path.
  private static let scripts: [String: Script] = [
    "ok": "fine", "json": .ok(json: #"{"a":[1,2.50]}"#), "gone": .status(404, "no"),
    "cut": .truncated("x", declared: 9), "hang": .hangUp, "junk": .raw("junk\r\n\r\n"),
    "gzip": .encoded("gzip", Gzip.gzip("fine")), "broken": .encoded("gzip", [1, 2, 3]),
    "away": .redirect(to: "/ok/"), "round": .redirect(to: "/round/"), "empty": .status(204),
    "slow": Script.ok("fine").after(.milliseconds(3)),
    "chunks": .chunks("1\r\nf\r\n3\r\nine\r\n0\r\n\r\n"),
    "close": Script.ok("fine").closing(),
  ]

  private struct Stream {
    var lines: [String] = []
    /// The expected refs, in order.
    var refs: [String] = []
  }

  private func stream(_ seed: UInt64, _ server: LoopbackServer, count: Int) -> Stream {
    var random = SeededGenerator(seed: seed)
    let names = Self.scripts.keys.sorted()
    var stream = Stream()
    for _ in 0..<count {
      let number = stream.lines.count + 1
      let url = server.url("/\(names.randomElement(using: &random) ?? "ok")/\(number)")
      let identifier = "\"i\(UInt16.random(in: 0...99, using: &random))\""
      let (line, ref): (String, String?) =
        switch Int.random(in: 0..<10, using: &random) {
        case 0: (["", " \t", "\r"].randomElement(using: &random) ?? "", nil)
        case 1: ("{\"url\":", "\(number)")
        case 2: (#"{"id":\#(identifier),"method":7}"#, identifier)
        case 3:
          (
            #"{"error":{"code":"dns","message":"x","tool":"imgfetch"},"ref":\#(identifier)}"#,
            identifier
          )
        case 4, 5: (url, "\(number)")
        default: (#"{"id":\#(identifier),"url":"\#(url)"}"#, identifier)
        }
      stream.lines.append(line)
      if let ref { stream.refs.append(ref) }
    }
    return stream
  }

  private func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      Self.scripts[String(request.path.dropFirst().prefix { $0 != "/" })] ?? .status(404)
    }
  }

  @Test(
    arguments: [1, 2, 3] as [UInt64],
    [["-j", "1"], ["-j", "7", "--per-host", "7"], ["--window", "2"]])
  func writesOneRecordPerItemInOrder(seed: UInt64, options: [String]) throws {
    let server = try server()
    let stream = stream(seed, server, count: 120)

    let result = try Tool("req").run(
      ["--retry", "1", "--retry-delay", "1ms", "--max-redirects", "3"] + options,
      stdin: .lines(stream.lines))

    #expect([0, 1].contains(result.exit ?? -1))
    #expect(expectRecords(result.stdout, as: .response).map(\.ref) == stream.refs)
  }
}
