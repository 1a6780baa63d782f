internal import Glibc
internal import WirelineCore

/// Walks a directory tree in constant memory. Symbolic links are not followed.
struct FolderWalk {
  /// Anything but a directory.
  struct Entry {
    /// Below the root of the walk; nil if it is not UTF-8.
    let path: String?
    /// The last component, as bytes.
    let name: [UInt8]
    let isFile: Bool
    let bytes: Int
    /// The last modification, in seconds since 1970.
    let modified: Int
  }

  /// More than any layout needs. Ends loops of mounts.
  private static let maximumDepth = 8

  private var unreadable = 0

  /// Calls the body for everything but directories.
  ///
  /// - Returns: the number of directories that cannot be read.
  /// - Throws: if the root cannot be opened.
  @discardableResult
  static func walk(_ directory: String, _ body: (Entry) -> Void) throws(FileError) -> Int {
    let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileError(path: directory, operation: "open", code: errno)
    }
    var walk = FolderWalk()
    walk.walk(descriptor, prefix: "", depth: 0, body)
    return walk.unreadable
  }

  /// - Parameter descriptor: is closed.
  private mutating func walk(
    _ descriptor: Int32, prefix: String?, depth: Int, _ body: (Entry) -> Void
  ) {
    guard let handle = fdopendir(descriptor) else {
      close(descriptor)
      unreadable += 1
      return
    }
    // Closes the descriptor too.
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      visit(name, in: descriptor, prefix: prefix, depth: depth, body: body)
    }
  }

  private mutating func visit(
    _ name: [UInt8], in folder: Int32, prefix: String?, depth: Int, body: (Entry) -> Void
  ) {
    var status = stat()
    // It may have been removed since it was read.
    guard fstatat(folder, Self.cString(name), &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let text = String(validating: name, as: UTF8.self)
    let path = prefix.flatMap { prefix in text.map { prefix + $0 } }
    guard status.st_mode & S_IFMT == S_IFDIR, depth < Self.maximumDepth else {
      return body(
        Entry(
          path: path, name: name, isFile: status.st_mode & S_IFMT == S_IFREG,
          bytes: Int(status.st_size), modified: status.st_mtim.tv_sec))
    }
    // Another process may have replaced the folder by a link since the call above.
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let inner = openat(folder, Self.cString(name), flags)
    guard inner >= 0 else {
      unreadable += 1
      return
    }
    walk(inner, prefix: path.map { $0 + "/" }, depth: depth + 1, body)
  }

  // A name need not be UTF-8, and then no `String` has its bytes.
  private static func cString(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}
