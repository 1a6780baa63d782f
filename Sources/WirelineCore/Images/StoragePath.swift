import Crypto

/// Where an image lives below the output directory: `ab/<sha256 of the
/// URL>.<ext>`. The URL decides, the server never does.
package struct StoragePath: Sendable, Hashable {
  /// 64 hexadecimal digits.
  package let identifier: String

  package init(url: String) {
    identifier = Hexadecimal.encode(SHA256.hash(data: Array(url.utf8)))
  }

  /// The folder, one of 256.
  package var folder: String { String(identifier.prefix(2)) }

  /// The path below the output directory.
  package func name(for format: ImageFormat) -> String {
    "\(folder)/\(identifier).\(format.fileExtension)"
  }
}
