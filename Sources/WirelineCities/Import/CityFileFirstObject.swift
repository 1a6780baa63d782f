internal import WirelineCore

/// Whether a file that begins with an object has cities there, or something around them.
///
/// An object with coordinates is a city. One without, but with an array of objects that have
/// members of a city, is a wrapper (`{"cities":[…]}`). One without any member of a city may be a
/// bad row, unless it holds others and does not end within the bytes, or is alone in the file.
struct CityFileFirstObject {
  private let bytes: [UInt8]
  private var members: [Range<Int>] = []
  private var wrapper: Range<Int>?
  private var isCity = false
  private var hasCoordinates = false
  private var hasContainer = false
  private var isTooShort = false

  /// - Parameter bytes: from the object's first byte on; it may end before them, or after.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bytes.withUnsafeBytes { bytes in
      guard var cursor = JSONCursor(bytes, at: 1, isLast: false) else { return }
      do throws(JSONSyntaxError) {
        while try look(at: &cursor, bytes) {}
      } catch {
        isTooShort = error.reason.isShortage
      }
    }
  }

  func shape() throws(CityFileError) -> CityFileShape {
    if hasCoordinates { return .objects(stranger: nil) }
    if let wrapper {
      throw .found("an object around the array \(text(wrapper)): the array alone is a city file")
    }
    guard !isCity, !members.isEmpty else { return .objects(stranger: nil) }
    let text = "an object with \(members.prefix(5).map(text).joined(separator: ", "))"
    if isTooShort, hasContainer { throw .found(text) }
    return .objects(stranger: text)
  }

  private func text(_ name: Range<Int>) -> String {
    var quoted: [UInt8] = []
    bytes[name].prefix(40).withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
    return String(decoding: quoted, as: UTF8.self)
  }

  /// One member. What is wrong here the parser finds as well, and says.
  ///
  /// - Returns: false at the end of the object, or when enough is known.
  private mutating func look(
    at cursor: inout JSONCursor, _ bytes: UnsafeRawBufferPointer
  ) throws(JSONSyntaxError) -> Bool {
    cursor.skipSpace()
    if cursor.at < cursor.end, bytes[cursor.at] == JSONByte.closeBrace { return false }
    if !members.isEmpty { try expect(JSONByte.comma, &cursor) }
    try expect(JSONByte.quote, &cursor)
    let start = cursor.at
    try cursor.skipString()
    let name = start..<cursor.at - 1
    try expect(JSONByte.colon, &cursor)
    cursor.skipSpace()
    note(name, UnsafeRawBufferPointer(rebasing: bytes[cursor.at...]))
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

  /// - Parameter value: what begins with the member's value.
  private mutating func note(_ name: Range<Int>, _ value: UnsafeRawBufferPointer) {
    members.append(name)
    let index = bytes.withUnsafeBytes { bytes in
      CityRowMembers.names.index(of: UnsafeRawBufferPointer(rebasing: bytes[name]))
    }
    if let member = index.flatMap(CityRowMembers.Name.init) {
      isCity = true
      hasCoordinates = hasCoordinates || member.isCoordinate
    }
    guard value.first == JSONByte.openBracket || value.first == JSONByte.openBrace else { return }
    hasContainer = true
    if wrapper == nil, Self.holdsCities(value) { wrapper = name }
  }

  /// Whether it is an array with an object that has a member of a city.
  private static func holdsCities(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.first == JSONByte.openBracket else { return false }
    let object = UnsafeRawBufferPointer(rebasing: value.dropFirst().drop(while: JSONByte.isSpace))
    guard var walk = JSONWalk(object), walk.isObject else { return false }
    while let child = try? walk.next() {
      if CityRowMembers.names.index(of: child, in: object) != nil { return true }
    }
    return false
  }
}
