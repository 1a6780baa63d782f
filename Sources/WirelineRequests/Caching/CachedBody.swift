package import WirelineCore

/// The body of a stored response; its checksum has been found right.
package enum CachedBody: Sendable {
  case bytes([UInt8])
  case file(CachedBodyFile)

  /// All of it, piece by piece and in order, each valid during the call only.
  package func chunks(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBytes { body($0) }
    case .file(let file): try file.chunks(body)
    }
  }
}
