internal import WirelineCore
internal import WirelineRequests

/// Relative URL references from a page to files, so that both can be moved together.
///
/// Resolves `.` and `..` by name, as browsers do (RFC 3986 §5.2.4), not through symbolic links.
struct RelativeReference {
  private let folder: [Substring.UTF8View]
  private let current: [Substring.UTF8View]

  /// - Parameter directory: of relative paths; nil for the current directory.
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
    // Encoded, so that a colon does not begin a scheme.
    let below = names[shared...].map { PercentEncoding.component(String(Substring($0))) }
    return (above + below).joined(separator: "/")
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
}
