internal import Glibc

extension ConfigurationFile {
  /// Far more than any honest one has.
  private static let maximumBytes = 1 << 20

  /// The file of this user; nil where there is none.
  ///
  /// - Throws: if it is there and cannot be read, or is not an object.
  package static func read(_ environment: Environment) throws(UsageError) -> ConfigurationFile? {
    guard let path = path(environment) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw unreadable(path, errno)
    }
    defer { close(descriptor) }
    return try ConfigurationFile(path: path, bytes(of: descriptor, path))
  }

  /// `$XDG_CONFIG_HOME/wireline/config.json`, else `$HOME/.config/wireline/config.json`.
  ///
  /// XDG Base Directory Specification: a relative path is invalid, and to be ignored.
  package static func path(_ environment: Environment) -> String? {
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      return "\(base)/wireline/config.json"
    }
    return environment.nonEmpty("HOME").map { "\($0)/.config/wireline/config.json" }
  }

  private static func bytes(of descriptor: Int32, _ path: String) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= maximumBytes {
      let part = try part(of: descriptor, path)
      if part.isEmpty { return bytes }
      bytes += part
    }
    throw UsageError("\(path): larger than \(ByteSize(bytes: maximumBytes).text)")
  }

  private static func part(of descriptor: Int32, _ path: String) throws(UsageError) -> [UInt8] {
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
      var result = -1
      repeat {
        result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0
        && errno == EINTR
      if result < 0 { failure = errno }
      count = max(result, 0)
    }
    if failure != 0 { throw unreadable(path, failure) }
    return part
  }

  private static func unreadable(_ path: String, _ code: Int32) -> UsageError {
    UsageError(
      "\(path): cannot read: \(SystemErrorText(code: code))",
      hint: "--no-config goes on without it")
  }
}
