internal import WirelineCore

/// Reads objects of a city file as rows.
///
/// - id: `_id`, else `id`: an integer, even if written as `1.0` or `1e3`.
/// - coordinates: `coord` with `lat` and `lon`, else `lat` or `latitude`, and `lon`, `lng` or
///   `longitude`; numbers, or strings that contain exactly a number.
/// - `name`; `country`; `population`, an integer or a string with one; `admin1` or `state`.
/// - An object without an id, with coordinates at its top level, gets a hash (`hashedIdentifier`).
///
/// All other fields are passed on unchanged. `null` counts as absent.
struct CityRowObject: Sendable {
  private var fields = CityRowFields()
  private var coordinates = CityRowFields()
  /// The texts and additional fields of the row.
  private var scratch: [UInt8] = []

  /// - Parameter index: the position among the rows of the file.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, at index: Int, _ body: (CityRow) -> Void
  ) throws(BadCityRow.Reason) {
    guard (try? fields.scan(bytes)) != nil else { throw .notAnObject }
    scratch.removeAll(keepingCapacity: scratch.capacity < 1 << 20)
    let given = try identifier(bytes)
    let (latitude, longitude) = try point(bytes)
    let nameRange = text(.name, bytes)
    let countryRange = text(.country, bytes)
    let codeRange = scratch.count..<scratch.count + countryRange.count
    for index in countryRange { scratch.append(scratch[index]) }
    CityRowText.upperCaseCode(codeRange, of: &scratch)
    let regionRange = text(fields[.admin1]?.type == .string ? .admin1 : .state, bytes)
    let start = scratch.count
    fields.appendOthers(from: bytes, to: &scratch)
    let moreRange = start..<scratch.count
    // Read before the closure, which would capture a copy of self.
    let population = population(bytes)
    try scratch.withUnsafeBufferPointer { scratch throws(BadCityRow.Reason) in
      let scratch = UnsafeRawBufferPointer(scratch)
      func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: scratch[range])
      }
      let (name, country) = (text(nameRange), text(countryRange))
      try CityRowText.checkName(name)
      try CityRowText.checkCountry(country)
      let id =
        given
        ?? CityRow.hashedIdentifier(
          country: country, name: name, latitude: latitude, longitude: longitude)
      body(
        CityRow(
          id: id, name: name, country: text(codeRange), latitude: latitude,
          longitude: longitude, population: population, more: text(moreRange),
          region: text(regionRange), index: index))
    }
  }

  /// Returns the id of the row; nil if it has to be derived from a hash.
  private func identifier(_ bytes: UnsafeRawBufferPointer) throws(BadCityRow.Reason) -> Int64? {
    if let id = integer(.ownID, bytes) ?? integer(.id, bytes) { return id }
    guard fields[.ownID] == nil, fields[.id] == nil, fields[.coord]?.type != .object,
      fields.hasCoordinates
    else { throw .noIdentifier }
    return nil
  }

  private func integer(_ name: CityRowFields.Name, _ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let field = fields[name], case .number = field.type else { return nil }
    return CityRowNumber.integer(UnsafeRawBufferPointer(rebasing: bytes[field.range]))
  }

  private mutating func point(
    _ bytes: UnsafeRawBufferPointer
  ) throws(BadCityRow.Reason) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    guard case .object? = fields[.coord]?.type, let field = fields[.coord] else {
      return try fields.point(in: bytes)
    }
    let inner = UnsafeRawBufferPointer(rebasing: bytes[field.range])
    guard (try? coordinates.scan(inner)) != nil else { throw .noCoordinates }
    return try coordinates.point(in: inner)
  }

  private func population(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    guard let digits = CityRowFields.digits(fields[.population], in: bytes) else { return 0 }
    return max(0, CityRowNumber.integer(digits) ?? 0)
  }

  /// Appends the content of a string without escapes, and nothing for other values.
  private mutating func text(
    _ name: CityRowFields.Name, _ bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    let start = scratch.count
    if let field = fields[name], field.type == .string {
      let content = UnsafeRawBufferPointer(rebasing: bytes[field.range].dropFirst().dropLast())
      if content.contains(JSONByte.backslash) {
        scratch.append(contentsOf: JSONStringContent.unescaped(content))
      } else {
        scratch.append(contentsOf: content)
      }
    }
    return start..<scratch.count
  }
}
