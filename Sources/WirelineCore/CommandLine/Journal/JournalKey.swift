internal import Crypto

/// Identifies an item of the input in every run: by its `ref`, its URL and, for a request that is
/// more than a URL, the rest of it.
package struct JournalKey: Sendable, Hashable {
  /// The halves of the first 16 bytes of the SHA-256, big-endian.
  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// - Parameters:
  ///   - ref: the item's `ref` as JSON.
  ///   - url: as in the input; empty where the item names none.
  ///   - rest: what else the item asks for; it begins with a line break if there is anything.
  package init(ref: [UInt8], url: String, rest: [UInt8] = []) {
    var hash = SHA256()
    hash.update(data: ref)
    // JSON has no line break outside of a string, so no two pairs are alike.
    hash.update(data: [0x0A])
    hash.update(data: Array(url.utf8))
    hash.update(data: rest)
    self.init(hash: hash.finalize())
  }

  private init(hash: SHA256.Digest) {
    var halves: (UInt64, UInt64) = (0, 0)
    for (index, byte) in hash.prefix(16).enumerated() {
      if index < 8 { halves.0 = halves.0 << 8 | UInt64(byte) }
      if index >= 8 { halves.1 = halves.1 << 8 | UInt64(byte) }
    }
    self.init(high: halves.0, low: halves.1)
  }

  /// 32 hexadecimal digits.
  package var text: String { Self.digits(high) + Self.digits(low) }

  private static func digits(_ half: UInt64) -> String {
    Hexadecimal.encode(withUnsafeBytes(of: half.bigEndian) { Array($0) })
  }
}
