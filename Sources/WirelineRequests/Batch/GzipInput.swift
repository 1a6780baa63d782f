internal import Synchronization
package import WirelineCore

/// Input that may be gzip, detected by its first two bytes (RFC 1952 §2.3.1).
package final class GzipInput: InputDecoder {
  private enum Coding: Sendable {
    case unknown([UInt8])
    case plain
    case gzip(any ContentDecoder)
  }

  private let makeDecoder: @Sendable () -> any ContentDecoder
  private let coding = Mutex(Coding.unknown([]))

  package init(_ makeDecoder: @escaping @Sendable () -> any ContentDecoder) {
    self.makeDecoder = makeDecoder
  }

  package func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    switch coding.withLock({ $0 }) {
    case .plain: body(bytes)
    case .gzip(let decoder): try decode(bytes, decoder, body)
    case .unknown(let first):
      let all = first + Array(bytes)
      guard all.count >= 2 else { return coding.withLock { $0 = .unknown(all) } }
      let isGzip = all[0] == 0x1F && all[1] == 0x8B
      coding.withLock { $0 = isGzip ? .gzip(makeDecoder()) : .plain }
      try all.withUnsafeBufferPointer { all throws(ReadError) in
        try unpack(UnsafeRawBufferPointer(all), body)
      }
    }
  }

  package func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    switch coding.withLock({ $0 }) {
    case .plain: return
    case .unknown(let first): first.withUnsafeBytes { body($0) }
    case .gzip(let decoder):
      do throws(RequestError.Reason) {
        try decoder.finish()
      } catch {
        throw ReadError(detail: "truncated gzip input")
      }
    }
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ decoder: any ContentDecoder,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    do throws(RequestError.Reason) {
      try decoder.decode(bytes) { piece throws(RequestError.Reason) in body(piece) }
    } catch {
      switch error {
      case .followedGzip: throw ReadError(detail: "gzip input is followed by other data")
      case .bomb(let ratio):
        throw ReadError(detail: "gzip input expands more than \(ratio)-fold")
      default: throw ReadError(detail: "damaged gzip input")
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
  /// Extra data after a gzip stream.
  package static let followedGzip = RequestError.Reason.contentEncoding(
    "gzip, followed by other data")
}
