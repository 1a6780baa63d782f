internal import Glibc

/// The bytes of a regular file, mapped into memory.
///
/// For files that are replaced, never changed: reading after the end of a file that became shorter
/// ends the process.
package final class MappedFile: Sendable {
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
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
