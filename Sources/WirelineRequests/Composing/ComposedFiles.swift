internal import Glibc
internal import WirelineCore

/// Access to the files of a composed request. Tests replace it.
protocol ComposedFiles: Sendable {
  func bytes(_ path: String) throws(UsageError) -> [UInt8]

  /// Detects a file's media type. Fails if the file cannot be read.
  func mediaType(_ path: String) throws(UsageError) -> String

  /// Whether a file can be read when the request is sent. A pipe cannot: its length is unknown.
  func isRegular(_ path: String) -> Bool
}

extension ComposedFiles {
  func isRegular(_ path: String) -> Bool { true }
}

struct SystemFiles: ComposedFiles {
  func bytes(_ path: String) throws(UsageError) -> [UInt8] {
    do throws(FileError) {
      guard path == "-" else { return try FileBytes.read(path) }
      var bytes: [UInt8] = []
      try FileBytes.chunks(of: STDIN_FILENO, path: "stdin") { bytes += $0 }
      return bytes
    } catch {
      throw UsageError(error)
    }
  }

  func isRegular(_ path: String) -> Bool { FileAttributes(path)?.isFile ?? true }

  func mediaType(_ path: String) throws(UsageError) -> String {
    do throws(FileError) {
      let head = try FileBytes.head(path, count: MediaTypeGuess.headBytes)
      return MediaTypeGuess.mediaType(of: head, isWhole: head.count < MediaTypeGuess.headBytes)
    } catch {
      throw UsageError(error)
    }
  }
}

/// Detects the media type of an uploaded file from its first bytes.
enum MediaTypeGuess {
  /// The number of bytes to examine.
  static let headBytes = 1024

  private static let signatures: [(offset: Int, bytes: [UInt8], type: String)] = [
    (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    (0, [0xFF, 0xD8, 0xFF], "image/jpeg"), (0, Array("GIF8".utf8), "image/gif"),
    (8, Array("WEBP".utf8), "image/webp"), (8, Array("WAVE".utf8), "audio/wav"),
    (4, Array("ftypavif".utf8), "image/avif"), (4, Array("ftypheic".utf8), "image/heic"),
    (4, Array("ftyp".utf8), "video/mp4"), (0, Array("BM".utf8), "image/bmp"),
    (0, [0x49, 0x49, 0x2A, 0], "image/tiff"), (0, [0x4D, 0x4D, 0, 0x2A], "image/tiff"),
    (0, Array("%PDF-".utf8), "application/pdf"), (0, [0x1F, 0x8B], "application/gzip"),
    (0, [0x50, 0x4B, 3, 4], "application/zip"), (0, [0x28, 0xB5, 0x2F, 0xFD], "application/zstd"),
    (0, Array("ID3".utf8), "audio/mpeg"), (0, Array("OggS".utf8), "audio/ogg"),
    (0, Array("fLaC".utf8), "audio/flac"), (0, [0, 0x61, 0x73, 0x6D], "application/wasm"),
    (0, Array("SQLite format 3\0".utf8), "application/vnd.sqlite3"),
  ]

  /// - Parameters:
  ///   - head: the first bytes, up to `headBytes`.
  ///   - isWhole: whether that is the whole file.
  static func mediaType(of head: [UInt8], isWhole: Bool) -> String {
    for signature in signatures
    where head.dropFirst(signature.offset).starts(with: signature.bytes) {
      return signature.type
    }
    guard let text = text(head, isWhole: isWhole) else { return "application/octet-stream" }
    let start = text.drop { $0.isWhitespace }.prefix(100).lowercased()
    if start.hasPrefix("{") || start.hasPrefix("[") {
      // The beginning of a longer file is not valid JSON.
      if !isWhole || (try? JSONView.parse(head)) != nil { return "application/json" }
    }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "text/html" }
    if start.hasPrefix("<svg") { return "image/svg+xml" }
    if start.hasPrefix("<?xml") {
      return text.contains("<svg") ? "image/svg+xml" : "application/xml"
    }
    return "text/plain; charset=utf-8"
  }

  /// The head as text, or nil. Ignores an incomplete character at the end.
  private static func text(_ head: [UInt8], isWhole: Bool) -> String? {
    if head.contains(where: { $0 < 0x09 || $0 > 0x0D && $0 < 0x20 && $0 != 0x1B }) { return nil }
    for cut in 0...(isWhole ? 0 : min(3, head.count)) {
      if let text = String(validating: head.dropLast(cut), as: UTF8.self) { return text }
    }
    return nil
  }
}
