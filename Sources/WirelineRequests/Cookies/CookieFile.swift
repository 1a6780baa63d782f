/// A file of cookies in the form of Netscape and curl (`cookies.txt`).
///
/// A line has seven fields between tabs: domain, whether hosts under it get the cookie, path,
/// whether only TLS, expiry in seconds since 1970 (0 for the session), name, value. `#HttpOnly_`
/// before the domain is no comment. There is no place for `SameSite`.
package struct CookieFile: Sendable {
  /// A line that is no cookie and no comment. What it holds may be a secret, and is not told.
  package struct Fault: Sendable, Equatable {
    /// From 1.
    package let line: Int
    /// Why, in lower case.
    package let reason: String
  }

  private static let title = Array("# Netscape HTTP Cookie File".utf8)

  package var jar = CookieJar()
  /// What could not be read.
  package private(set) var faults: [Fault] = []
  /// Comments and faulty lines, to be written again as they were.
  private var kept: [ArraySlice<UInt8>] = []

  package init() {}

  /// Reads a file. `now` counts as the moment in which each cookie was set.
  package init(_ bytes: [UInt8], now: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      take(line.last == 0x0D ? line.dropLast() : line, number: index + 1, now: now)
    }
  }

  /// The file anew: its comments, what could not be read, and the cookies that still live.
  package func bytes(now: Int) -> [UInt8] {
    var bytes = Self.title
    bytes.append(0x0A)
    for line in kept where line != Self.title[...] {
      bytes += line
      bytes.append(0x0A)
    }
    for cookie in jar.cookies where !cookie.isExpired(now: now) {
      bytes += CookieLine.text(of: cookie).utf8
      bytes.append(0x0A)
    }
    return bytes
  }

  private mutating func take(_ line: ArraySlice<UInt8>, number: Int, now: Int) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    if line.first == 0x23, !line.starts(with: CookieLine.httpOnly) {
      kept.append(line)
      return
    }
    do throws(CookieLine.Fault) {
      jar.insert(try CookieLine.cookie(line, now: now), now: now)
    } catch {
      faults.append(Fault(line: number, reason: error.reason))
      kept.append(line)
    }
  }
}
