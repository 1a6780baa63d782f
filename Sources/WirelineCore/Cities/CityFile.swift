/// A city file in chunks → rows: `[{"country","name","_id","coord":{"lon","lat"}}]`
/// of any length, in flat memory.
package struct CityFile: Sendable {
  private var reader = JSONArrayReader()
  private var fields = JSONFields(JSONNames(["_id", "name", "country", "coord"]))
  private var coordinates = JSONFields(JSONNames(["lat", "lon"]))
  private var start: [UInt8] = []
  /// Rows so far, good and bad.
  package private(set) var rows = 0
  package private(set) var badRows = 0
  package private(set) var firstBadRow: BadCityRow?
  /// The first ten.
  package private(set) var badRowSamples: [BadCityRow] = []

  package init() {}

  /// Hands every row that is complete by now to `body`.
  package mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    if start.count < 64 { start.append(contentsOf: chunk.prefix(64 - start.count)) }
    var reader = self.reader
    self.reader = JSONArrayReader()
    defer { self.reader = reader }
    do throws(JSONSyntaxError) {
      try reader.append(chunk) { element in
        take(element, body)
        return true
      }
    } catch {
      throw fault(error)
    }
  }

  /// The file has ended.
  package mutating func finish(_ body: (CityRow) -> Void) throws(CityFileError) {
    if start.isEmpty { throw CityFileError("expected a JSON array of cities, found an empty file") }
    var reader = self.reader
    do throws(JSONSyntaxError) {
      try reader.finish { element in
        take(element, body)
        return true
      }
    } catch {
      throw fault(error)
    }
  }

  private mutating func take(_ element: JSONArrayReader.Element, _ body: (CityRow) -> Void) {
    rows += 1
    switch row(element.bytes, body) {
    case nil: break
    case let reason?:
      badRows += 1
      let row = BadCityRow(index: element.index, offset: element.offset, reason: reason)
      if firstBadRow == nil { firstBadRow = row }
      if badRowSamples.count < 10 { badRowSamples.append(row) }
    }
  }

  /// Nil when the row was good.
  private mutating func row(
    _ bytes: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) -> BadCityRow.Reason? {
    guard (try? fields.scan(bytes)) != nil else { return .notAnObject }
    guard let id = fields[0].flatMap({ $0.integer(in: bytes) }) else { return .noIdentifier }
    guard let place = fields[3], place.type == .object,
      (try? coordinates.scan(UnsafeRawBufferPointer(rebasing: bytes[place.range]))) != nil
    else { return .noCoordinates }
    let coordBytes = UnsafeRawBufferPointer(rebasing: bytes[place.range])
    guard let latitude = Self.degrees(coordinates[0], coordBytes, within: 90),
      let longitude = Self.degrees(coordinates[1], coordBytes, within: 180)
    else { return .noCoordinates }
    guard let name = fields[1], name.type == .string else { return .noName }
    return withText(name, bytes) { name in
      if name.isEmpty { return .noName }
      return withText(fields[2], bytes) { country in
        body(
          CityRow(id: id, name: name, country: country, latitude: latitude, longitude: longitude))
        return nil
      }
    }
  }

  /// The text of a string, in place when it has no escapes.
  private func withText(
    _ field: JSONField?, _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> BadCityRow.Reason?
  ) -> BadCityRow.Reason? {
    guard let field, field.type == .string else {
      return body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes[field.range.dropFirst().dropLast()])
    guard content.contains(JSONByte.backslash) else { return body(content) }
    return JSONStringContent.unescaped(content).withUnsafeBytes(body)
  }

  private static func degrees(
    _ field: JSONField?, _ bytes: UnsafeRawBufferPointer, within limit: Double
  ) -> UnsafeRawBufferPointer? {
    guard let field, field.type == .number else { return nil }
    let digits = UnsafeRawBufferPointer(rebasing: bytes[field.range])
    guard let degrees = field.double(in: bytes), abs(degrees) <= limit else { return nil }
    return digits
  }

  private func fault(_ error: JSONSyntaxError) -> CityFileError {
    let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    if text.hasPrefix("<") {
      return CityFileError("expected a JSON array of cities, found an HTML page")
    }
    if text.isEmpty { return CityFileError("expected a JSON array of cities, found an empty file") }
    if case .unexpectedEnd = error.reason {
      return CityFileError("the file ends at byte \(error.offset), inside city \(rows + 1)")
    }
    if rows == 0 { return CityFileError("expected a JSON array of cities: \(error)") }
    return CityFileError("not JSON after \(rows) cities: \(error)")
  }
}

/// A file that cannot be a city file.
package struct CityFileError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
