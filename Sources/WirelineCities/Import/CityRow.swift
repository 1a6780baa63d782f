internal import WirelineCore

/// A row of a city file. It refers to the bytes of the file and is valid during a call only.
struct CityRow {
  /// The source's identifier, or a hash (`hashedIdentifier`).
  let id: Int64
  /// UTF-8, 1 to 400 bytes, without control characters.
  let name: UnsafeRawBufferPointer
  /// UTF-8; may be empty. A code of two letters is in upper case.
  let country: UnsafeRawBufferPointer
  /// A JSON number in range, with the digits of the file, of at most 255 bytes.
  let latitude: UnsafeRawBufferPointer
  let longitude: UnsafeRawBufferPointer
  var population: Int64 = 0
  /// Additional fields of the source in their order, as JSON without braces and white space. Of
  /// fields with the same name, only the last is included.
  var more = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The first-level region: a code or a name.
  var region = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Alternate names in UTF-8, separated by commas.
  var alternates = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The position among the rows of the file, including bad ones, from 0.
  var index = 0

  /// The identifier of a city without one in its source: the first 53 bits of the SHA-256 of
  /// `country`, `name`, `latitude` and `longitude`, separated by line feeds and without escapes; 1
  /// instead of 0.
  ///
  /// All JSON readers represent integers of 53 bits exactly.
  static func hashedIdentifier(
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
