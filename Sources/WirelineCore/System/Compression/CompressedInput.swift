internal import Synchronization
package import WirelineCore

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
}

/// Input that may be compressed, detected by its first bytes.
package final class CompressedInput: InputDecoder {
  package typealias MakeDecoder = @Sendable (CompressionFormat) -> any ContentDecoder

  private enum Coding: Sendable {
    /// The input so far, less than four bytes.
    case unknown([UInt8])
    case plain
    case compressed(CompressionFormat, any ContentDecoder)
  }

  private let makeDecoder: MakeDecoder
  private let coding = Mutex(Coding.unknown([]))

  package init(_ makeDecoder: @escaping MakeDecoder) { self.makeDecoder = makeDecoder }

  package func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    switch coding.withLock({ $0 }) {
    case .plain: body(bytes)
    case .compressed(let format, let decoder): try decode(bytes, format, decoder, body)
    case .unknown(let first):
      let all = first + Array(bytes)
      let detected: Coding =
        switch CompressionFormat.detect(all) {
        case .unknown: .unknown(all)
        case .plain: .plain
        case .compressed(let format): .compressed(format, makeDecoder(format))
        }
      coding.withLock { $0 = detected }
      if case .unknown = detected { return }
      try all.withUnsafeBufferPointer { all throws(ReadError) in
        try unpack(UnsafeRawBufferPointer(all), body)
      }
    }
  }

  package func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    switch coding.withLock({ $0 }) {
    case .plain: return
    case .unknown(let first): first.withUnsafeBytes { body($0) }
    case .compressed(let format, let decoder):
      do throws(RequestError.Reason) {
        try decoder.finish()
      } catch {
        throw ReadError(detail: "truncated \(format.rawValue) input")
      }
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ format: CompressionFormat, _ decoder: any ContentDecoder,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    do throws(RequestError.Reason) {
      try decoder.decode(bytes) { piece throws(RequestError.Reason) in body(piece) }
    } catch {
      let name = format.rawValue
      switch error {
      case .followedByOtherData: throw ReadError(detail: "\(name) input is followed by other data")
      case .windowTooLarge:
        throw ReadError(
          detail: "the window of the zstd input is too large; decompress it first, as with"
            + " zstd -dc --long=31")
      case .bomb(let ratio):
        throw ReadError(detail: "\(name) input expands more than \(ratio)-fold")
      default: throw ReadError(detail: "damaged \(name) input")
      }
    }
  }
}

/// Decodes a content encoding in chunks. Implemented by the network module for modules that cannot
/// import it.
package protocol ContentDecoder: AnyObject, Sendable {
  func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason)

  func finish() throws(RequestError.Reason)
}

extension RequestError.Reason {
  /// Extra data after compressed input.
  package static let followedByOtherData = RequestError.Reason.contentEncoding(
    "followed by other data")
  /// A window above the limit for input (RFC 8878 §3.1.1.1.2).
  package static let windowTooLarge = RequestError.Reason.contentEncoding(
    "the zstd window is larger than 128 MiB")
}
