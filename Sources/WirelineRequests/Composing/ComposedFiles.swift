internal import Glibc
internal import WirelineCore

/// The files that a request is put together from, so that tests need none.
package protocol ComposedFiles: Sendable {
  /// A file's content; `-` is stdin.
  func bytes(_ path: String) throws(CompositionFault) -> [UInt8]

  /// What a file is, which also tells that it can be read.
  func mediaType(_ path: String) throws(CompositionFault) -> String

  /// Whether a file can be read when it is sent; a pipe cannot, since it has no length.
  func isRegular(_ path: String) -> Bool
}

extension ComposedFiles {
  package func isRegular(_ path: String) -> Bool { true }
}

/// Files as the system has them.
package struct SystemFiles: ComposedFiles {
  package init() {}

  package func bytes(_ path: String) throws(CompositionFault) -> [UInt8] {
    do throws(FileError) {
      guard path == "-" else { return try FileBytes.read(path) }
      var bytes: [UInt8] = []
      try FileBytes.chunks(of: STDIN_FILENO, path: "stdin") { bytes += $0 }
      return bytes
    } catch {
      throw .file(error)
    }
  }

  package func isRegular(_ path: String) -> Bool { FileFacts(path)?.isFile ?? true }

  package func mediaType(_ path: String) throws(CompositionFault) -> String {
    do throws(FileError) {
      let head = try FileBytes.head(path, count: MediaTypeGuess.headBytes)
      return MediaTypeGuess.mediaType(of: head, isWhole: head.count < MediaTypeGuess.headBytes)
    } catch {
      throw .file(error)
    }
  }
}
