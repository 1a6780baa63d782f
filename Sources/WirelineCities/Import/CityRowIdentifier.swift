internal import WirelineCore

/// The number of a city that its source gave none.
enum CityRowIdentifier {
  /// The first 53 bits of the SHA-256 of `country`, `name`, `latitude` and `longitude` with line
  /// feeds between, as they stand in the file, escapes resolved; 1 in the place of 0.
  ///
  /// 53 bits, because that is what all readers of JSON keep exactly.
  static func hash(
    country: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer,
    latitude: UnsafeRawBufferPointer, longitude: UnsafeRawBufferPointer
  ) -> Int64 {
    var digest = SHA256()
    for (index, part) in [country, name, latitude, longitude].enumerated() {
      if index > 0 { digest.update(data: [JSONByte.lineFeed]) }
      digest.update(bufferPointer: part)
    }
    let first = digest.finalize().withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    return max(1, Int64(UInt64(bigEndian: first) >> 11))
  }
}
