import Glibc
import TestSupport
import Testing

/// A cache locked by another process, or on a file system without locks.
@Suite struct CacheLockTests {
  @Test func continuesWithoutCacheAfterOneTimeout() throws {
    let server = try LoopbackServer { _ in .ok("x", headers: ["Cache-Control": "max-age=3600"]) }
    let req = try Tool("req")
    try req("--cache", server.url("/0")).expect(exit: 0)
    let descriptor = try Descriptor.open(
      req.sandbox.directory.path("home/cache/wireline/http/cache.sqlite"), O_RDWR)
    defer { close(descriptor) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    #expect(fcntl(descriptor, F_SETLK, &lock) == 0)

    let urls = (0..<8).map { server.url("/\($0)") }
    let result = try req("--cache", "-j", "1", stdin: .lines(urls))

    #expect(result.expect(exit: 0).records(as: .response).count == 8)
    #expect(server.requestCount == 9)
    let warnings = result.messages.split(separator: "\n").filter { $0.contains("warning") }
    #expect(warnings.count == 1 && result.messages.contains("continuing without the cache"))
  }
}
