/// The state of one compressed stream.
package protocol Decompressor: AnyObject {
  /// Whether the input so far is complete. More may follow, in a format that concatenates streams.
  var isAtEnd: Bool { get }

  /// Decodes as much of the input as fits into the output.
  ///
  /// - Returns: the bytes consumed and produced. Both are zero if more input is needed, or if the
  ///   input is not part of the stream.
  func decompress(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (consumed: Int, produced: Int)
}

/// The kind of compressed content, which determines whether data before an error is used.
package enum CompressedContent: Sendable {
  /// One file or body, which is valid as a whole or not at all. Bytes after the last member or
  /// frame are ignored, because some servers send them.
  case whole
  /// Lines, which are valid one by one: those before an error are used. Bytes after the last member
  /// or frame are an error, because ignoring them would lose lines.
  case lines
}

/// Compressed data is invalid, or exceeds a limit.
package enum DecompressionError: Error, Equatable, Sendable, CustomStringConvertible {
  case corrupt
  case truncated
  /// Extra data after the last member or frame.
  case followedByOtherData
  /// A window above the limit (RFC 8878 §3.1.1.1.2).
  case windowTooLarge(mebibytes: Int)
  /// The decoded data is suspiciously large.
  case bomb(ratio: Int)
  case unavailable(library: String)

  package var description: String {
    switch self {
    case .corrupt: "the encoded data is corrupt"
    case .truncated: "the encoded data is truncated"
    case .followedByOtherData: "followed by other data"
    case .windowTooLarge(let limit): "the zstd window is larger than \(limit) MiB"
    case .bomb(let ratio): "the data expands more than \(ratio)-fold"
    case .unavailable(let library): "cannot initialize \(library)"
    }
  }
}
