internal import CTables
internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// Access to the files of a composed request. Tests replace it.
protocol ComposedFiles: Sendable {
  /// Reads a file; `-` is stdin.
  func bytes(_ path: String) throws(UsageError) -> [UInt8]

  /// Whether a file can be read when the request is sent. A pipe cannot: its length is unknown.
  ///
  /// - Throws: if the file cannot be read at all.
  func isRegular(_ path: String) throws(UsageError) -> Bool
}

/// Files in the file system.
struct SystemFiles: ComposedFiles {
  var input = STDIN_FILENO
  /// The maximum size of a file in bytes; nil for none.
  var limit: Int?

  func bytes(_ path: String) throws(UsageError) -> [UInt8] {
    try converting(UsageError.init) { () throws(FileError) in
      guard path == "-" else { return try FileBytes.read(path, limit: limit) }
      var bytes: [UInt8] = []
      try FileBytes.chunks(of: input, path: "stdin") { bytes += $0 }
      return bytes
    }
  }

  func isRegular(_ path: String) throws(UsageError) -> Bool {
    // Opening a pipe would block.
    if path == "-" || FileAttributes(path)?.isFile == false { return false }
    return try converting(UsageError.init) { () throws(FileError) in
      close(try FileBytes.open(path))
      return true
    }
  }
}

/// The media types of uploaded files, by the extension of their names.
enum FileMediaType {
  /// Rows of an extension, its type, and `form` if curl's `--form` assigns it, which sends all
  /// other files as binary data.
  private static let table = {
    let bytes = UnsafeBufferPointer(
      start: wireline_media_types(), count: wireline_media_types_count)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }
  }()

  /// - Parameter isForm: whether to use curl's types only, as servers that receive forms expect.
  static func of(_ path: String, isForm: Bool = false) -> String {
    let name = path.split(separator: "/").last ?? ""
    let type = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    let row = table.first { $0[0] == type && ($0.count > 2 || !isForm) }
    return row?[1] ?? Multipart.Part.binaryMediaType
  }
}
