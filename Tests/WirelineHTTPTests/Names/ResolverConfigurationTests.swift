import NIOCore
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct ResolverConfigurationTests {
  /// File, RES_OPTIONS, timeout in milliseconds, attempts, TCP, IPv4 only.
  private static let files: [(String, String, Int, Int, Bool, Bool)] = [
    ("", "", 5000, 2, false, false),
    ("nameserver 1.1.1.1\n", "", 5000, 2, false, false),
    ("options timeout:1 attempts:4\n", "", 1000, 4, false, false),
    ("options\ttimeout:1\nsearch a\noptions attempts:3", "", 1000, 3, false, false),
    ("options timeout:1", "timeout:2", 2000, 2, false, false),
    ("options timeout:900 attempts:90", "", 30_000, 5, false, false),
    ("options timeout:0 attempts:-1 timeout:x attempts:", "", 5000, 2, false, false),
    ("options use-vc no-aaaa edns0 rotate", "", 5000, 2, true, true),
    ("# options timeout:1\n;options attempts:1", "", 5000, 2, false, false),
  ]

  @Test(arguments: files)
  func readsOptions(
    file: String, variable: String, timeout: Int, attempts: Int, usesTCP: Bool, isIPv4Only: Bool
  ) {
    let configuration = ResolverConfiguration(file: file, variable: variable)
    #expect(configuration.timeout == timeout)
    #expect(configuration.attempts == attempts)
    #expect(configuration.usesTCP == usesTCP)
    #expect(configuration.isIPv4Only == isIPv4Only)
  }

  @Test func survivesArbitraryFiles() {
    let text = "nameserver ::1\noptions timeout:1 attempts:2\n"
    for end in text.indices {
      _ = ResolverConfiguration(file: String(text[..<end]))
    }
  }
}

@Suite struct AddressCacheTests {
  private static func time(_ seconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(0) + .seconds(seconds)
  }

  private static func found(ttl: Int) throws -> ResolvedName {
    ResolvedName(.success([try SocketAddress(ipAddress: "192.0.2.1", port: 0)]), ttl: ttl)
  }

  /// TTL of the records, lifetime of the result in seconds.
  private static let lifetimes: [(Int, Int64)] = [
    (0, 1), (1, 1), (300, 300), (3600, 3600), (1_000_000, 3600), (-1, 1),
  ]

  @Test(arguments: lifetimes)
  func keepsResultsForTTL(ttl: Int, seconds: Int64) throws {
    var cache = AddressCache()
    cache.insert("a", try Self.found(ttl: ttl), now: Self.time(100))

    #expect(cache.result(for: "a", now: Self.time(99 + seconds)) != nil)
    #expect(cache.result(for: "a", now: Self.time(100 + seconds)) == nil)
  }

  @Test(arguments: [(false, 10), (true, 1)] as [(Bool, Int64)])
  func keepsFailuresBriefly(isTemporary: Bool, seconds: Int64) {
    var cache = AddressCache()
    let reason = RequestError.Reason.nameNotResolved(
      host: "a", isTemporary: isTemporary, detail: "")
    cache.insert("a", ResolvedName(.failure(reason)), now: Self.time(0))

    #expect(cache.result(for: "a", now: Self.time(seconds - 1)) != nil)
    #expect(cache.result(for: "a", now: Self.time(seconds)) == nil)
  }

  @Test func fullCacheIsEmptied() throws {
    var cache = AddressCache(limit: 3)
    let name = try Self.found(ttl: 60)
    for host in ["a", "b", "c", "d"] { cache.insert(host, name, now: Self.time(0)) }

    #expect(cache.count == 1)
    #expect(cache.result(for: "d", now: Self.time(1)) != nil)
  }
}
