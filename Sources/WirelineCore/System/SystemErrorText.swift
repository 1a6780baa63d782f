internal import Glibc

/// The C library's words for an `errno`, lower case as all our messages.
package struct SystemErrorText: CustomStringConvertible {
  let code: Int32

  /// - Parameter code: an `errno`.
  package init(code: Int32) { self.code = code }

  /// `no such file or directory`; `error 4711` for a number without a text.
  package var description: String {
    // `strerror` may share one buffer between threads; the longest text has about 50 bytes.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      let words = String(cString: start)
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }
}
