internal import Glibc
internal import WirelineCore

/// Relative URL references from a page to files, so that both can be moved together.
///
/// Resolves `.` and `..` by name, as browsers do (RFC 3986 §5.2.4), not through symbolic links.
struct RelativeReference {
  /// The path components of the page's folder.
  private let folder: [Substring.UTF8View]
  private let current: [Substring.UTF8View]

  /// - Parameters:
  ///   - page: the page's path, absolute or relative to `directory`.
  ///   - directory: absolute; nil for the current directory.
  init(from page: String, directory: String? = nil) {
    let directory = directory ?? WorkingDirectory.path
    current = Self.names(directory, below: [])
    // The final location of a page that is written to a pipe is unknown: assumes this directory.
    folder =
      AtomicFile.isWrittenInPlace(page)
      ? current : Array(Self.names(page, below: current).dropLast())
  }

  /// The percent-encoded reference to a file, always relative and without a scheme.
  func reference(to path: String) -> String {
    let names = Self.names(path, below: current)
    var shared = 0
    while shared < min(folder.count, names.count - 1), folder[shared].elementsEqual(names[shared]) {
      shared += 1
    }
    let above = repeatElement("..", count: folder.count - shared)
    return (above + names[shared...].map(Self.encode)).joined(separator: "/")
  }

  private static func names(
    _ path: String, below current: [Substring.UTF8View]
  ) -> [Substring.UTF8View] {
    var names = path.utf8.first == UInt8(ascii: "/") ? [] : current
    for name in Substring(path).utf8.split(separator: UInt8(ascii: "/")) {
      if name.elementsEqual("..".utf8) {
        _ = names.popLast()
      } else if !name.elementsEqual(".".utf8) {
        names.append(name)
      }
    }
    return names
  }

  /// Encodes all but unreserved characters (RFC 3986 §2.3), so that a colon does not begin a scheme.
  private static func encode(_ name: Substring.UTF8View) -> String {
    var encoded = ""
    for byte in name {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return encoded
  }
}
