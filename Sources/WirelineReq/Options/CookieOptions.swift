internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// The options that read cookies and passwords from files.
struct CookieOptions: Sendable {
  @Option(
    "cookie", "name=value|file", "Send a cookie, or the cookies in a file", short: "b",
    isConfigurable: false, values: .files)
  var cookie: [String]
  @Option(
    "cookie-jar", "file", "Read cookies from this file and save them to it at the end", short: "c",
    isConfigurable: false)
  var cookieJar: String?
  @Flag("netrc", "Read user and password from ~/.netrc", short: "n")
  var netrc: Bool
  @Option("netrc-file", "file", "Read user and password from this file")
  var netrcFile: String?

  var field: String? {
    let pairs = cookie.filter { $0.contains("=") }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  var files: [String] { cookie.filter { !$0.contains("=") } }

  /// Returns the initial cookies; nil if the options name no file.
  ///
  /// - Parameter isSingle: whether the command line has the requests.
  func store(
    _ diagnostics: Diagnostics, isSingle: Bool = false
  ) throws(UsageError) -> CookieStore? {
    guard !files.isEmpty || cookieJar != nil else { return nil }
    if cookieJar == "-" { throw UsageError("--cookie-jar needs a file name, not \"-\"") }
    let now = time(nil)
    var jar = CookieJar()
    for path in files + [cookieJar].compactMap(\.self) where !path.isEmpty {
      // The first run of a script creates the jar.
      if access(path, F_OK) != 0 || path == cookieJar && StateFile.isOutput(path) { continue }
      try converting(UsageError.init) { () throws(FileError) in
        let file = CookieFile(try bytes(of: path), now: now)
        for cookie in file.jar.cookies { jar.insert(cookie, now: now) }
        for issue in file.issues.prefix(Self.maximumWarnings) {
          diagnostics.warning("\"\(path)\", line \(issue.line): not a cookie: \(issue.reason)")
        }
        if let line = file.cutOffLine {
          diagnostics.warning(
            "\"\(path)\", line \(line): no line break at the end: the cookie may be incomplete")
        }
      }
    }
    return CookieStore(jar, followsHostField: isSingle)
  }

  private static let maximumBytes = 16 << 20

  /// The content of a cookie file. The jar is also written; other files may be pipes.
  private func bytes(of path: String) throws(FileError) -> [UInt8] {
    if path == cookieJar { return try StateFile.read(path, limit: Self.maximumBytes) }
    return try FileBytes.read(path, limit: Self.maximumBytes)
  }

  /// Per file: one that is not a cookie file may be long.
  private static let maximumWarnings = 3

  /// Replaces the cookie jar, readable by its owner only.
  func save(_ store: CookieStore?) throws(FileError) {
    guard let store, let cookieJar else { return }
    let now = time(nil)
    let old = StateFile.isOutput(cookieJar) ? nil : try? bytes(of: cookieJar)
    var file = old.map { CookieFile($0, now: now) } ?? CookieFile()
    file.jar = store.cookies
    try AtomicFile.write(file.bytes(now: now), to: cookieJar, mode: 0o600, sweeps: true)
  }

  /// - Parameter isForChallenges: whether logins are sent only if a server asks for them.
  func credentials(
    _ environment: Environment, isForChallenges: Bool
  ) throws(UsageError) -> any CredentialSource {
    guard netrc || netrcFile != nil else { return NoCredentials() }
    let home = environment["HOME"].map { $0 + "/.netrc" }
    guard let path = netrcFile ?? environment["NETRC"] ?? home else {
      throw UsageError("HOME is not set", hint: "name the file with --netrc-file")
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(path, limit: Self.maximumBytes)
    } catch {
      // Like curl, requires only a file that was named.
      if netrcFile == nil, error.code == ENOENT { return NoCredentials() }
      throw UsageError(error)
    }
    return try converting({ UsageError("\"\(path)\": \($0)") }) { () throws(NetrcError) in
      try Netrc(bytes, isForChallenges: isForChallenges)
    }
  }
}
