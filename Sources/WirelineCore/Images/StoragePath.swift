import Crypto

/// Where an image lives below the output directory: `ab/<sha256 of the
/// URL>.<ext>`. The URL decides, the server never does.
package struct StoragePath: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let identifier: String

  package init(url: String) {
    identifier = Hexadecimal.encode(SHA256.hash(data: Array(url.utf8)))
  }

  /// The first 64 bits of the hash.
  var prefix: UInt64 { Self.prefix(of: identifier.utf8) ?? 0 }

  /// The same from a file's name; nil where that is no image's.
  static func prefix(of name: some Sequence<UInt8>) -> UInt64? {
    var prefix: UInt64 = 0
    var count = 0
    for byte in name.prefix(16) {
      switch byte {
      case 0x30...0x39: prefix = prefix << 4 | UInt64(byte - 0x30)
      case 0x61...0x66: prefix = prefix << 4 | UInt64(byte - 0x57)
      default: return nil
      }
      count += 1
    }
    return count == 16 ? prefix : nil
  }

  /// The folder, one of 256.
  package var folder: String { String(identifier.prefix(2)) }

  /// The path below the output directory.
  package func name(for format: ImageFormat) -> String {
    "\(folder)/\(identifier).\(format.fileExtension)"
  }
}
