import Glibc
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// Who asks, as files say it: cookies and netrc.
struct CookieOptions: Sendable {
  @Option(
    "cookie", "name=value|file", "a cookie to send, or a file of cookies to begin with", short: "b",
    isConfigurable: false, values: .files)
  var cookie: [String]
  @Option(
    "cookie-jar", "file", "keep cookies, and write them to this file at the end", short: "c",
    isConfigurable: false)
  var cookieJar: String?
  @Flag("netrc", "take user and password from ~/.netrc", short: "n") var netrc: Bool
  @Option("netrc-file", "file", "take user and password from this file") var netrcFile: String?

  /// The cookies of the command line, as one field; nil for none.
  var field: String? {
    let given = cookie.filter { $0.contains("=") }
    return given.isEmpty ? nil : given.joined(separator: "; ")
  }

  /// The cookies that the run begins with; nil where none are kept. What a file has that is no
  /// cookie is told.
  func store(_ diagnostics: Diagnostics) throws(UsageError) -> CookieStore? {
    let files = cookie.filter { !$0.contains("=") }
    guard !files.isEmpty || cookieJar != nil else { return nil }
    if cookieJar == "-" { throw UsageError("--cookie-jar writes a file, and \"-\" is none") }
    let now = time(nil)
    var jar = CookieJar()
    for path in files + [cookieJar].compactMap(\.self) where !path.isEmpty {
      // The jar of the last time, if there is one.
      if path == cookieJar, access(path, F_OK) != 0 { continue }
      do throws(FileError) {
        let file = CookieFile(try FileBytes.read(path), now: now)
        for cookie in file.jar.cookies { jar.insert(cookie, now: now) }
        for fault in file.faults.prefix(Self.toldFaults) {
          diagnostics.warning("\"\(path)\", line \(fault.line): no cookie: \(fault.reason)")
        }
      } catch {
        throw UsageError(error)
      }
    }
    return CookieStore(jar)
  }

  /// Of a file that is no file of cookies at all, which may be long.
  private static let toldFaults = 3

  /// Writes the jar, whole, and for nobody else to read.
  func save(_ store: CookieStore?) throws(FileError) {
    guard let store, let cookieJar else { return }
    let now = time(nil)
    var file = (try? FileBytes.read(cookieJar)).map { CookieFile($0, now: now) } ?? CookieFile()
    file.jar = store.cookies
    let new = try AtomicFile(path: cookieJar, mode: 0o600, sweeps: true)
    try new.write(file.bytes(now: now))
    try new.commit()
  }

  /// What netrc knows; nobody's secrets where it is not asked for.
  func credentials(_ environment: Environment) throws(UsageError) -> any CredentialSource {
    guard netrc || netrcFile != nil else { return NoCredentials() }
    let home = environment["HOME"].map { $0 + "/.netrc" }
    guard let path = netrcFile ?? environment["NETRC"] ?? home else {
      throw UsageError("HOME is not set", hint: "name the file with --netrc-file")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(path)
    } catch {
      throw UsageError(error)
    }
    do throws(NetrcFault) {
      return NetrcCredentials(try Netrc(bytes))
    } catch {
      throw UsageError("\"\(path)\": \(error)")
    }
  }
}
