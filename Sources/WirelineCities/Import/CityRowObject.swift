internal import WirelineCore

/// One object of a city file after the other → rows.
///
/// - id: `_id`, else `id`: a whole number, also written `1.0` or `1e3`.
/// - coordinates: `coord` with `lat` and `lon`, else `lat` or `latitude`, `lon` or `lng` or
///   `longitude`; numbers, or strings of nothing but a number.
/// - `name`; `country`; `population`, a whole number or a string of one.
/// - With flat coordinates and no id, the id is a hash (`CityRowIdentifier`).
///
/// All other members are handed on as they are. `null` is as good as absent.
struct CityRowObject: Sendable {
  /// A text as it stands in the object, or rewritten in `scratch`.
  private struct Text {
    var range = 0..<0
    var isRewritten = false
  }

  private var members = CityRowMembers()
  private var coordinates = CityRowMembers()
  private var scratch: [UInt8] = []

  mutating func read(
    _ element: CityFileElements.Element, _ body: (CityRow) -> Void
  ) throws(BadCityRow.Reason) {
    let bytes = element.bytes
    guard (try? members.scan(bytes)) != nil else { throw .notAnObject }
    if let fault = element.fault { throw reason(of: fault, in: element) }
    scratch.removeAll(keepingCapacity: scratch.capacity < 1 << 20)
    let given = try identifier(bytes)
    let (latitude, longitude) = try place(bytes)
    let nameText = text(.name, bytes)
    let countryText = text(.country, bytes)
    let codeText = upperCased(countryText, bytes)
    let start = scratch.count
    members.appendOthers(from: bytes, to: &scratch)
    let moreText = Text(range: start..<scratch.count, isRewritten: true)
    try scratch.withUnsafeBufferPointer { scratch throws(BadCityRow.Reason) in
      let scratch = UnsafeRawBufferPointer(scratch)
      func resolved(_ text: Text) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: (text.isRewritten ? scratch : bytes)[text.range])
      }
      let (name, country) = (resolved(nameText), resolved(countryText))
      try CityRowText.checkName(name)
      try CityRowText.checkCountry(country)
      let id =
        given
        ?? CityRowIdentifier.hash(
          country: country, name: name, latitude: latitude, longitude: longitude)
      body(
        CityRow(
          id: id, name: name, country: resolved(codeText), latitude: latitude,
          longitude: longitude, population: population(bytes), more: resolved(moreText)))
    }
  }

  /// Of a row with something that no JSON string may have.
  private func reason(
    of fault: JSONSyntaxError, in element: CityFileElements.Element
  ) -> BadCityRow.Reason {
    switch fault.reason {
    case .loneSurrogate: return .loneSurrogate
    case .invalidUTF8: return .notUTF8
    default:
      let isInName = members[.name]?.range.contains(fault.offset - element.offset) == true
      return isInName ? .controlCharacter : .rawControlCharacter
    }
  }

  /// Nil if it is to be a hash.
  private func identifier(_ bytes: UnsafeRawBufferPointer) throws(BadCityRow.Reason) -> Int64? {
    if let id = whole(.ownID, bytes) ?? whole(.id, bytes) { return id }
    guard members[.ownID] == nil, members[.id] == nil, members[.coord]?.type != .object,
      members.hasCoordinates
    else { throw .noIdentifier }
    return nil
  }

  private func whole(_ name: CityRowMembers.Name, _ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let field = members[name], field.type == .number else { return nil }
    return CityRowNumber.integer(UnsafeRawBufferPointer(rebasing: bytes[field.range]))
  }

  private mutating func place(
    _ bytes: UnsafeRawBufferPointer
  ) throws(BadCityRow.Reason) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    if let field = members[.coord], field.type == .object {
      let inner = UnsafeRawBufferPointer(rebasing: bytes[field.range])
      guard (try? coordinates.scan(inner)) != nil else { throw .noCoordinates }
      return try Self.place(in: coordinates, inner)
    }
    return try Self.place(in: members, bytes)
  }

  private static func place(
    in members: CityRowMembers, _ bytes: UnsafeRawBufferPointer
  ) throws(BadCityRow.Reason) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
    guard
      let latitude = digits(members[.lat] ?? members[.latitude], bytes),
      let longitude = digits(members[.lon] ?? members[.lng] ?? members[.longitude], bytes),
      CityRowNumber.isDegrees(latitude, within: 90),
      CityRowNumber.isDegrees(longitude, within: 180)
    else { throw .noCoordinates }
    return (latitude, longitude)
  }

  /// The digits of a number, or of a string that holds a number and nothing else.
  private static func digits(
    _ field: JSONField?, _ bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    guard let field else { return nil }
    if field.type == .number { return UnsafeRawBufferPointer(rebasing: bytes[field.range]) }
    guard field.type == .string else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes[field.range].dropFirst().dropLast())
    return CityRowNumber.isNumber(content) ? content : nil
  }

  private func population(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    guard let digits = Self.digits(members[.population], bytes) else { return 0 }
    return max(0, CityRowNumber.integer(digits) ?? 0)
  }

  /// A string's text without escapes; nothing for other values.
  private mutating func text(_ name: CityRowMembers.Name, _ bytes: UnsafeRawBufferPointer) -> Text {
    guard let field = members[name], field.type == .string else { return Text() }
    let range = field.range.lowerBound + 1..<field.range.upperBound - 1
    let content = UnsafeRawBufferPointer(rebasing: bytes[range])
    guard content.contains(JSONByte.backslash) else { return Text(range: range) }
    let start = scratch.count
    scratch.append(contentsOf: JSONStringContent.unescaped(content))
    return Text(range: start..<scratch.count, isRewritten: true)
  }

  /// A code of two letters in upper case; other countries as they are.
  private mutating func upperCased(_ country: Text, _ bytes: UnsafeRawBufferPointer) -> Text {
    guard country.range.count == 2 else { return country }
    let start = scratch.count
    for index in country.range {
      let byte = country.isRewritten ? scratch[index] : bytes[index]
      guard CityRowText.isLetter(byte) else {
        scratch.removeLast(scratch.count - start)
        return country
      }
      scratch.append(byte & 0xDF)
    }
    return Text(range: start..<scratch.count, isRewritten: true)
  }
}
