import CStart
package import Glibc

/// An open folder, closed with its last reference.
package final class FolderDescriptor: Sendable {
  /// Includes O_PATH of asm-generic/fcntl.h, which does not require the folder to be readable and
  /// which Glibc declares for GNU programs in C only.
  static let flags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

  /// Paths relative to the current directory, and absolute ones.
  static let working = FolderDescriptor(AT_FDCWD)

  private let value: Int32

  init(_ value: Int32) { self.value = value }

  convenience init(path: String) throws(FileError) {
    let opened = Glibc.open(path, Self.flags)
    guard opened >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    self.init(opened)
  }

  deinit { close(value) }

  func use<Value>(_ body: (Int32) -> Value) -> Value {
    withExtendedLifetime(self) { body(value) }
  }

  /// Opens a file or folder below this one without following a symbolic link. On failure returns a
  /// negative number and sets `errno`, to ELOOP for a link and to EXDEV for `..`.
  ///
  /// One part of the name after the other: kernels before 5.6 and some containers do not permit
  /// openat2(2).
  func open(beneath name: Substring, _ flags: Int32) -> Int32 {
    guard let slash = name.firstIndex(of: "/") else { return open(part: String(name), flags) }
    let next = open(part: String(name[..<slash]), Self.flags)
    guard next >= 0 else { return next }
    return FolderDescriptor(next).open(beneath: name[name.index(after: slash)...], flags)
  }

  private func open(part: String, _ flags: Int32) -> Int32 {
    errno = part.isEmpty ? ENOENT : EXDEV
    if part.isEmpty || part == ".." { return -1 }
    return use { folder in
      let opened = openat(folder, part, flags | O_NOFOLLOW | O_CLOEXEC)
      guard opened < 0, errno == ENOTDIR else { return opened }
      var status = stat()
      let isKnown = fstatat(folder, part, &status, AT_SYMLINK_NOFOLLOW) == 0
      errno = isKnown && status.st_mode & S_IFMT == S_IFLNK ? ELOOP : ENOTDIR
      return opened
    }
  }
}

package struct FileAttributes {
  package let isFile: Bool
  package let isDirectory: Bool
  /// Whether only its owner may read it.
  package let isPrivate: Bool
  package let bytes: Int
  /// Last change of the content, in seconds since 1970.
  package let modified: Int
  package let hasWholeSecond: Bool

  /// Returns nil if the file does not exist or cannot be examined.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Does not follow a symbolic link. Nil if the file does not exist.
  ///
  /// - Parameter path: relative to the folder.
  package init?(_ path: String, in folder: FolderDescriptor) {
    var status = stat()
    // Passed directly, the path would be copied.
    let code = path.withCString { path in
      folder.use { fstatat($0, path, &status, AT_SYMLINK_NOFOLLOW) }
    }
    guard code == 0 else { return nil }
    self.init(status)
  }

  /// - Parameter descriptor: of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    isPrivate = status.st_mode & (S_IRGRP | S_IROTH) == 0
    isFile = status.st_mode & S_IFMT == S_IFREG
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
    bytes = Int(status.st_size)
    modified = status.st_mtim.tv_sec
    hasWholeSecond = status.st_mtim.tv_nsec == 0
  }
}

/// The identity of the file at a path, equal for all paths and hard links of the same file.
package struct FileIdentity: Equatable, Sendable {
  /// The file, or the folder of a missing file; 0 if the folder is missing too.
  private let device: UInt
  private let node: UInt
  /// The name of a missing file, or its path if the folder is missing too; empty for an existing
  /// file.
  private let name: String

  /// Returns nil for an existing file that is not regular: two options may name the same device.
  package init?(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      name = ""
    } else if stat(TemporaryFiles.folder(of: path), &status) == 0 {
      name = String(TemporaryFiles.split(path).name)
    } else {
      name = WorkingDirectory.absolute(path)
    }
    (device, node) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

/// Modification times of files, in seconds since 1970.
package enum FileTime {
  package static func modified(_ path: String) throws(FileError) -> Int {
    guard let attributes = FileAttributes(path) else {
      throw FileError(path: path, operation: "stat", code: errno)
    }
    return attributes.modified
  }

  /// Removes the nanoseconds from a file's modification time. Does nothing to files of other users.
  package static func roundDown(_ descriptor: Int32, _ status: stat) {
    if status.st_mtim.tv_nsec == 0 { return }
    _ = futimens(descriptor, [status.st_atim, timespec(tv_sec: status.st_mtim.tv_sec, tv_nsec: 0)])
  }

  package static func set(_ path: String, modified seconds: Int) throws(FileError) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
      throw FileError(path: path, operation: "set the time of", code: errno)
    }
  }
}

/// Whether other machines may write to a directory, by the type of its file system in statfs(2).
package enum SharedFileSystem {
  /// 9P, AFS, BeeGFS, Ceph, CIFS, FUSE (with GlusterFS and virtiofs), GFS2, GPFS, kAFS, Lustre,
  /// NFS, OCFS2, OrangeFS, SMB2.
  private static let types: Set<UInt32> = [
    0x0102_1997, 0x5346_414F, 0x1983_0326, 0x00C3_6400, 0xFF53_4D42, 0x6573_5546, 0x0116_1970,
    0x4750_4653, 0x6B41_4653, 0x0BD0_0BD0, 0x6969, 0x7461_636F, 0x2003_0528, 0xFE53_4D42,
  ]

  /// False if unknown.
  package static func contains(_ directory: String) -> Bool {
    contains(type: file_system_type(directory))
  }

  static func contains(type: UInt32) -> Bool { types.contains(type) }
}
