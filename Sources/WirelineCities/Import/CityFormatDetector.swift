internal import WirelineCore

/// The format of a city file.
enum CityFileFormat: Sendable, Equatable {
  /// An array or a sequence of objects.
  ///
  /// If the first object does not look like a city, `unfamiliar` describes it. That description is
  /// the error if it is the only object.
  case objects(unfamiliar: String?)
  case table
}

/// Determines the format of a file from its first bytes.
///
/// The result does not depend on the sizes of the chunks: objects and text are examined when the
/// bytes are 64 KB, a whole line, or the whole file.
struct CityFormatDetector: Sendable {
  private static let limit = 64 << 10
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]

  /// The bytes after the byte order mark and white space.
  private(set) var bytes: [UInt8] = []
  private(set) var offset = 0

  /// - Returns: the number of bytes consumed from the chunk.
  mutating func consume(_ chunk: UnsafeRawBufferPointer) -> Int {
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

  /// The format; nil if more bytes are needed.
  func format(isLast: Bool) throws(CityFileError) -> CityFileFormat? {
    guard let first = bytes.first else {
      if isLast { throw .found("an empty file") }
      return nil
    }
    switch first {
    case JSONByte.openBracket:
      return .objects(unfamiliar: nil)
    case JSONByte.openBrace:
      guard isLast || bytes.count == Self.limit else { return nil }
      return try FirstObject(bytes).format()
    case UInt8(ascii: "<"):
      throw .found("an HTML page")
    default:
      return try text(isLast: isLast)
    }
  }

  private func text(isLast: Bool) throws(CityFileError) -> CityFileFormat? {
    let line = bytes.prefix { $0 != JSONByte.lineFeed }
    guard isLast || line.count < bytes.count || bytes.count == Self.limit else { return nil }
    if bytes.starts(with: Self.zip) { throw .found("a zip archive; unpack it first") }
    let columns = line.count { $0 == JSONByte.tab } + 1
    if columns == GeoNamesRow.columns { return .table }
    if line.contains(0) { throw .found("binary data") }
    if columns > 1 {
      throw .found(
        "a table of \(columns) columns instead of \(GeoNamesRow.columns)")
    }
    throw .found(quoted(line) + (line.count > quotedBytes ? "…" : ""))
  }
}

private let quotedBytes = 40

/// The first bytes of a text, quoted.
private func quoted(_ text: ArraySlice<UInt8>) -> String {
  var quoted: [UInt8] = []
  text.prefix(quotedBytes).withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
  return String(decoding: quoted, as: UTF8.self)
}

/// The first object of a file, which is a city or contains cities.
///
/// An object with coordinates is a city. An object without coordinates, but with an array of
/// objects that have a city's fields, is a wrapper (`{"cities":[…]}`). An object without any of a
/// city's fields may be a bad row, unless it contains containers and does not end within the bytes,
/// or is the only object of the file.
private struct FirstObject {
  private let bytes: [UInt8]
  private var fields: [Range<Int>] = []
  private var wrapper: Range<Int>?
  private var isCity = false
  private var hasCoordinates = false
  private var hasContainer = false
  private var isTooShort = false

  /// - Parameter bytes: the first bytes of the file, which may end before or after the object.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBytes { bytes in
      guard var cursor = JSONCursor(bytes, at: 1, isLast: false) else { return }
      do throws(JSONSyntaxError) {
        while try readField(at: &cursor, bytes) {}
      } catch {
        isTooShort = error.reason.isShortage
      }
    }
  }

  func format() throws(CityFileError) -> CityFileFormat {
    if hasCoordinates { return .objects(unfamiliar: nil) }
    if let wrapper {
      let name = quoted(bytes[wrapper])
      throw .found("an object around the array \(name); extract the array")
    }
    guard !isCity, !fields.isEmpty else { return .objects(unfamiliar: nil) }
    let names = fields.prefix(5).map { quoted(bytes[$0]) }
    let text = "an object with \(names.joined(separator: ", "))"
    if isTooShort, hasContainer { throw .found(text) }
    return .objects(unfamiliar: text)
  }

  /// Reads one field. The parser reports syntax errors later.
  ///
  /// - Returns: false at the end of the object, or if it is known to be a city.
  private mutating func readField(
    at cursor: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
  ) throws(JSONSyntaxError) -> Bool {
    cursor.skipSpace()
    if cursor.at < cursor.end, bytes[cursor.at] == JSONByte.closeBrace { return false }
    if !fields.isEmpty { try expect(JSONByte.comma, &cursor) }
    try expect(JSONByte.quote, &cursor)
    let start = cursor.at
    try cursor.skipString()
    let name = start..<cursor.at - 1
    try expect(JSONByte.colon, &cursor)
    cursor.skipSpace()
    add(name, UnsafeRawBufferPointer(rebasing: bytes[cursor.at...]))
    guard !hasCoordinates else { return false }
    var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
    var ignored = JSONSpaceIgnored()
    try grammar.scan(&cursor, &ignored)
    return true
  }

  private func expect(_ byte: UInt8, _ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    cursor.skipSpace()
    guard cursor.at < cursor.end, cursor.base[cursor.at] == byte else { throw cursor.unexpected() }
    cursor.at += 1
  }

  /// - Parameter rest: the bytes from the field's value on.
  private mutating func add(_ name: Range<Int>, _ rest: UnsafeRawBufferPointer) {
    fields.append(name)
    let index = bytes.withUnsafeBytes { bytes in
      CityRowFields.names.index(of: UnsafeRawBufferPointer(rebasing: bytes[name]))
    }
    if let field = index.flatMap(CityRowFields.Name.init) {
      isCity = true
      hasCoordinates = hasCoordinates || field.isCoordinate
    }
    guard rest.first == JSONByte.openBracket || rest.first == JSONByte.openBrace else { return }
    hasContainer = true
    if wrapper == nil, Self.containsCities(rest) { wrapper = name }
  }

  /// Whether the value is an array whose first object has one of a city's fields.
  private static func containsCities(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.first == JSONByte.openBracket else { return false }
    let object = UnsafeRawBufferPointer(rebasing: value.dropFirst().drop(while: JSONByte.isSpace))
    guard var walk = JSONWalk(object), walk.isObject else { return false }
    while let child = try? walk.next() {
      if CityRowFields.names.index(of: child, in: object) != nil { return true }
    }
    return false
  }
}
