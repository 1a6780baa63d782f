internal import Glibc

/// Bytes to a descriptor at once, for texts that are no records.
package enum DescriptorOutput {
  /// Writes all of it, or as much as can be; false if that was not all.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          written += count
        } else if count == 0 {
          return false
        } else if errno == EAGAIN {
          if DescriptorPoll.wait(descriptor, for: POLLOUT) != 0 { return false }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }
}
