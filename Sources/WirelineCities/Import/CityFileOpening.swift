internal import WirelineCore

/// The first bytes of a file, until they say what it is.
///
/// What they say does not depend on how the file was cut into chunks: objects and text are looked
/// at when there are 64 KB of them, a whole line, or no more.
struct CityFileOpening: Sendable {
  static let limit = 64 << 10
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// Without the byte order mark and the white space before.
  private(set) var bytes: [UInt8] = []
  /// Where they begin in the file.
  private(set) var offset = 0

  /// - Returns: how many bytes of the chunk were wanted.
  mutating func take(_ chunk: UnsafeRawBufferPointer) -> Int {
    let wanted = chunk.prefix(Self.limit - bytes.count)
    bytes.append(contentsOf: wanted)
    if offset == 0, bytes.starts(with: Self.mark) { drop(Self.mark.count) }
    drop(bytes.prefix(while: JSONByte.isSpace).count)
    return wanted.count
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    bytes.removeFirst(count)
    offset += count
  }

  /// Nil if more bytes are needed to tell.
  ///
  /// - Parameter isLast: there are no more.
  func shape(isLast: Bool) throws(CityFileError) -> CityFileShape? {
    guard let first = bytes.first else {
      if isLast { throw .found("an empty file") }
      return nil
    }
    switch first {
    case JSONByte.openBracket:
      return .objects(stranger: nil)
    case JSONByte.openBrace:
      guard isLast || bytes.count == Self.limit else { return nil }
      return try CityFileFirstObject(bytes).shape()
    case 0x3C:
      throw .found("an HTML page")
    default:
      return try text(isLast: isLast)
    }
  }

  private func text(isLast: Bool) throws(CityFileError) -> CityFileShape? {
    let line = bytes.prefix { $0 != JSONByte.lineFeed }
    guard isLast || line.count < bytes.count || bytes.count == Self.limit else { return nil }
    if bytes.starts(with: Self.zip) { throw .found("a zip archive: it has to be unpacked before") }
    let columns = line.count { $0 == JSONByte.tab } + 1
    if columns == GeoNamesRow.columns { return .table }
    if line.contains(0) { throw .found("bytes that are no text") }
    if columns > 1 {
      throw .found(
        "a table of \(columns) columns where GeoNames' cities have \(GeoNamesRow.columns)")
    }
    throw .found(Self.sample(of: line))
  }

  private static func sample(of line: ArraySlice<UInt8>) -> String {
    var quoted: [UInt8] = []
    line.prefix(40).withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
    return String(decoding: quoted, as: UTF8.self) + (line.count > 40 ? "…" : "")
  }
}
