internal import Glibc

/// The bytes of a regular file, mapped into memory.
///
/// For files that are replaced, never changed: reading after the end of a file that became shorter
/// ends the process with a message.
package final class MappedFile: Sendable {
  // `nonisolated(unsafe)`: the pointer never changes, this process cannot write to the mapping, and
  // the mapping ends with this object, which its users retain.
  package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  package init(_ path: String) throws(FileError) {
    let descriptor = try StateFile.open(path)
    defer { close(descriptor) }
    let count = FileBytes.size(descriptor) ?? 0
    let start = count == 0 ? nil : mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard start != MAP_FAILED else {
      throw FileError(path: path, operation: "map", code: errno)
    }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
    // The kernel sends this signal to the thread that reads a missing or defective page. It holds
    // no lock of the C library or of `FatalSystemError` there.
    signal(SIGBUS) { _ in
      FatalSystemError.exit("read a file that was changed while in use", code: EIO)
    }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
