/// Decodes input piece by piece.
package protocol InputDecoder: AnyObject, Sendable {
  /// Decodes bytes and passes them on.
  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError)

  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError)
}

/// Input that may be compressed, detected by its first bytes.
// `@unchecked Sendable`: the state is not locked. Each input has one owner, a line reader or a city
// import, which calls it from one thread at a time.
package final class CompressedInput: InputDecoder, @unchecked Sendable {
  private enum Coding {
    /// The input so far, less than four bytes.
    case unknown([UInt8])
    case plain
    case compressed(CompressionFormat, BoundedDecompressor)
  }

  private let content: CompressedContent
  private var coding = Coding.unknown([])

  package init(_ content: CompressedContent) { self.content = content }

  package func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    switch coding {
    case .plain: body(bytes)
    case .compressed(let format, let decompressor):
      var rest = bytes
      do throws(DecompressionError) {
        while let piece = try decompressor.next(&rest) { body(piece) }
      } catch {
        throw readError(error, in: format)
      }
    case .unknown(let first):
      let all = first + Array(bytes)
      switch CompressionFormat.detect(all) {
      case .unknown:
        coding = .unknown(all)
        return
      case .plain: coding = .plain
      case .compressed(let format):
        coding = .compressed(
          format, BoundedDecompressor(format.decompressor(of: content), of: content))
      }
      try all.withUnsafeBufferPointer { all throws(ReadError) in
        try unpack(UnsafeRawBufferPointer(all), body)
      }
    }
  }

  package func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    switch coding {
    case .plain: return
    case .unknown(let first): first.withUnsafeBytes { body($0) }
    case .compressed(let format, let decompressor):
      try converting({ readError($0, in: format) }, decompressor.finish)
    }
  }

  private func readError(_ error: DecompressionError, in format: CompressionFormat) -> ReadError {
    let name = format.rawValue
    return switch error {
    case .truncated: ReadError(detail: "truncated \(name) input")
    case .followedByOtherData: ReadError(detail: "\(name) input is followed by other data")
    case .windowTooLarge where content == .lines:
      ReadError(
        detail: "the window of the zstd input is too large; decompress it first, as with"
          + " zstd -dc --long=31")
    case .bomb(let ratio): ReadError(detail: "\(name) input expands more than \(ratio)-fold")
    default: ReadError(detail: "damaged \(name) input")
    }
  }
}

/// The formats of compressed input.
package enum CompressionFormat: String, Sendable {
  case gzip, zstd

  /// The result of looking at the first bytes of input.
  package enum Detection: Equatable, Sendable {
    /// More bytes are needed.
    case unknown
    case plain
    case compressed(CompressionFormat)
  }

  /// RFC 1952 §2.3.1.
  private static let gzipMagic: [UInt8] = [0x1F, 0x8B]
  /// RFC 8878 §3.1.1.
  private static let zstdMagic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
  /// A skippable frame (RFC 8878 §3.1.2), with which pzstd begins. The first byte is 0x50 to 0x5F.
  private static let skippableMagic: [UInt8] = [0x50, 0x2A, 0x4D, 0x18]

  /// Detects the format of input by its first bytes, four of which are enough.
  package static func detect(_ bytes: some Collection<UInt8>) -> Detection {
    var skippable = Array(bytes.prefix(4))
    if let first = skippable.first { skippable[0] = first & 0xF0 }
    var isUnknown = false
    for (format, magic, start) in [
      (Self.gzip, gzipMagic, Array(bytes.prefix(2))),
      (.zstd, zstdMagic, Array(bytes.prefix(4))),
      (.zstd, skippableMagic, skippable),
    ] {
      if start == magic { return .compressed(format) }
      if magic.starts(with: start) { isUnknown = true }
    }
    return isUnknown ? .unknown : .plain
  }

  func decompressor(of content: CompressedContent) -> any Decompressor {
    switch self {
    case .gzip: ZlibDecompressor(.gzip, of: content)
    case .zstd: ZstdDecompressor(of: content)
    }
  }
}
