import TestSupport
import Testing

/// Name servers that fail, refuse or do not respond.
@Suite(.needsMounts, .enabled(if: NameServer.isAllowed, "needs port 53"))
struct NameFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func run(
    _ command: String, _ names: NameServer, stdin: ToolInput = .empty
  ) throws -> ToolResult {
    try sandbox.write("resolv.conf", names.configuration)
    return try Namespace.shell(
      "mount --bind resolv.conf /etc/resolv.conf && exec \(command)", in: sandbox, stdin: stdin)
  }

  private static let replies: [(NameServer.Reply, Int, Bool)] = [
    (.noSuchName, 1, false), (.failure, 3, true), (.refused, 3, true),
    (.garbage([0, 1, 2]), 3, true),
  ]

  @Test(arguments: replies)
  func retriesTemporaryFailures(reply: NameServer.Reply, attempts: Int, isRetryable: Bool) throws {
    let names = try NameServer { _ in reply }

    let result = try run(
      "req --retry 2 --retry-delay 1ms", names, stdin: .lines(["http://some.example/"]))

    let record = try #require(result.expect(exit: 1).records(as: .response).first)
    #expect(record.code == "dns")
    #expect(record["error"]?["attempts"]?.integer ?? 1 == attempts)
    #expect(record["error"]?["retryable"]?.boolean == isRetryable)
    #expect(record["error"]?["message"]?.string?.contains("some.example") == true)
    try run("req --retry 0 http://some.example/", names).expect(exit: 6)
  }

  /// The resolver's timeout is a second, longer than --connect-timeout.
  @Test func timesOutOnSilentNameServer() throws {
    let names = try NameServer { _ in .silence }

    let result = try run("req --retry 0 --connect-timeout 200ms http://some.example/", names)

    result.expect(exit: 28)
  }

  @Test(arguments: [[169, 254, 169, 254], [10, 0, 0, 1], [0, 0, 0, 0]] as [[UInt8]])
  func deniesNamesOfPrivateAddresses(address: [UInt8]) throws {
    let names = try NameServer { _ in .address(address) }

    let result = try run(
      "req --deny-private --retry 0", names, stdin: .lines(["http://public.example/"]))

    #expect(result.expect(exit: 1).records(as: .response).map(\.code) == ["forbidden_address"])
    #expect(!names.names.isEmpty)
  }

  @Test func connectsToIPv6() throws {
    let names = try NameServer { _ in .address6([UInt8](repeating: 0, count: 15) + [1]) }

    let result = try run("req --retry 0 http://some.example:9/", names)

    // Port 9 (discard) is closed.
    result.expect(exit: 7).expect(says: "some.example:9")
    #expect(!names.names.isEmpty)
  }

  @Test func usesSearchDomainsAndHostsFile() throws {
    let server = try LoopbackServer { .ok($0.path) }
    let names = try NameServer {
      $0 == "web.corp.example" ? .address([127, 0, 0, 1]) : .noSuchName
    }
    try sandbox.write("hosts", "127.0.0.1 localhost\n127.0.0.1 listed.example alias.example\n")
    try sandbox.write("resolv.conf", names.configuration + "search corp.example\n")

    let result = try Namespace.shell(
      """
      mount --bind resolv.conf /etc/resolv.conf && mount --bind hosts /etc/hosts && exec req
      """, in: sandbox,
      stdin: .lines(
        ["web", "listed.example", "alias.example"].map { "http://\($0):\(server.port)/" }))

    #expect(result.expect(exit: 0).records(as: .response).count == 3)
    #expect(!names.names.contains("listed.example"))
  }

  /// With `ndots:2`, a name with one dot is first looked up in the search domain.
  @Test(arguments: [(1, "web.dev"), (2, "web.dev.corp.example")])
  func countsDotsBeforeSearching(dots: Int, first: String) throws {
    let server = try LoopbackServer { _ in "x" }
    let names = try NameServer { _ in .address([127, 0, 0, 1]) }
    try sandbox.write(
      "resolv.conf", names.configuration + "search corp.example\noptions ndots:\(dots)\n")

    let result = try Namespace.shell(
      "mount --bind resolv.conf /etc/resolv.conf && exec req http://web.dev:\(server.port)/",
      in: sandbox)

    #expect(result.expect(exit: 0).text == "x")
    #expect(Set(names.names) == [first])
  }

  @Test func rotatesServers() throws {
    let server = try LoopbackServer { _ in "x" }
    let servers = try (0..<2).map { _ in try NameServer { _ in .address([127, 0, 0, 1]) } }
    let lines = servers.map { "nameserver \($0.address)\n" }.joined()
    try sandbox.write("resolv.conf", lines + "options rotate\n")

    let result = try Namespace.shell(
      "mount --bind resolv.conf /etc/resolv.conf && exec req", in: sandbox,
      stdin: .lines((1...20).map { "http://h\($0).example:\(server.port)/" }))

    #expect(result.expect(exit: 0).records(as: .response).count == 20)
    #expect(servers.allSatisfy { $0.names.count > 5 }, "\(servers.map(\.names.count))")
  }

  /// Later addresses of a name are checked too.
  @Test func checksTheAddressOfEachLookup() throws {
    let queries = Monitor(0)
    let names = try NameServer { _ in
      let count = queries.withLock { count in
        count += 1
        return count
      }
      // A and AAAA of the first lookup fail; the second one returns this machine.
      return count <= 2 ? .failure : .address([127, 0, 0, 1])
    }

    let result = try run(
      "req --deny-private --retry 2 --retry-delay 1ms", names,
      stdin: .lines(["http://public.example/"]))

    #expect(result.expect(exit: 1).records(as: .response).map(\.code) == ["forbidden_address"])
    #expect(queries.withLock { $0 } > 2)
  }

  /// With the default options: sixteen jobs, records in order.
  @Test func silentNamesDoNotDelayOthers() throws {
    let server = try LoopbackServer { _ in "x" }
    let names = try NameServer {
      $0.hasPrefix("silent") ? .silence : .address([127, 0, 0, 1])
    }
    let lines = (0..<1500).map { number in
      let name = number < 30 ? "silent\(number)" : "live\(number % 300)"
      return "http://\(name).example:\(server.port)/\(number)"
    }

    let result = try run("req --retry 0 --connect-timeout 2s", names, stdin: .lines(lines))

    let records = result.expect(exit: 1).records(as: .response)
    #expect(records.map(\.ref) == (1...1500).map(String.init))
    #expect(records.filter { $0["status"]?.integer == 200 }.count == 1470)
    #expect(result.elapsed < .seconds(30), "one name after another takes a minute")
  }
}
