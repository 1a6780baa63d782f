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
  /// The types that curl's `--form` assigns. It sends all other files as binary data.
  private static let curlTypes = [
    "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
    "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
    "pdf": "application/pdf", "xml": "application/xml",
  ]

  private static let otherTypes = [
    "7z": "application/x-7z-compressed", "aac": "audio/aac", "avi": "video/x-msvideo",
    "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2", "css": "text/css",
    "csv": "text/csv", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip", "flac": "audio/flac", "geojson": "application/geo+json",
    "gz": "application/gzip", "heic": "image/heic", "ico": "image/vnd.microsoft.icon",
    "ics": "text/calendar", "jar": "application/java-archive", "js": "text/javascript",
    "json": "application/json", "jsonl": "application/jsonl", "jxl": "image/jxl",
    "m4a": "audio/mp4", "md": "text/markdown", "mjs": "text/javascript", "mov": "video/quicktime",
    "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg", "ndjson": "application/x-ndjson",
    "odt": "application/vnd.oasis.opendocument.text", "oga": "audio/ogg", "ogg": "audio/ogg",
    "opus": "audio/opus", "otf": "font/otf",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf", "tar": "application/x-tar", "tif": "image/tiff",
    "tiff": "image/tiff", "tsv": "text/tab-separated-values", "ttf": "font/ttf",
    "wasm": "application/wasm", "wav": "audio/x-wav", "webm": "video/webm", "webp": "image/webp",
    "woff": "font/woff", "woff2": "font/woff2",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    "zst": "application/zstd",
  ]

  /// - Parameter isForm: whether to use curl's types only, as servers that receive forms expect.
  static func of(_ path: String, isForm: Bool = false) -> String {
    let name = path.split(separator: "/").last ?? ""
    let type = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    return curlTypes[type] ?? (isForm ? nil : otherTypes[type]) ?? Multipart.Part.binaryMediaType
  }
}
