internal import Glibc
internal import Synchronization
package import WirelineCore

/// A large body, open: it can be read to its end even when the cache drops it
/// meanwhile.
package final class CachedBodyFile: Sendable {
  /// Guarded because reading moves its offset.
  private let descriptor: Mutex<Int32>
  private let path: String

  /// - Returns: nil when it is not there, or its content is another.
  init?(path: String, digest: String) {
    // A pipe in its place must not be waited for.
    let opened = DescriptorShortage.retrying {
      open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }
    guard opened >= 0 else { return nil }
    var facts = stat()
    guard fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      return nil
    }
    descriptor = Mutex(opened)
    self.path = path
    var hash = SHA256()
    do throws(FileError) {
      try chunks { hash.update(bufferPointer: $0) }
    } catch {
      return nil
    }
    guard Hexadecimal.encode(hash.finalize()) == digest else { return nil }
  }

  deinit { descriptor.withLock { _ = close($0) } }

  package func chunks(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    try descriptor.withLock { descriptor throws(FileError) in
      guard lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileError(path: path, operation: "read", code: errno)
      }
      try FileBytes.chunks(of: descriptor, path: path, body)
    }
  }
}
