internal import WirelineCore

/// The members of one object after the other: those of a city by their names, the others in order.
struct CityRowMembers: Sendable {
  enum Name: Int, CaseIterable {
    case ownID, id, name, country, coord, lat, latitude, lon, lng, longitude, population

    /// As it stands in a file.
    var text: String { self == .ownID ? "_id" : "\(self)" }

    /// Also of `coord`, which holds them.
    var isCoordinate: Bool {
      rawValue >= Name.coord.rawValue && rawValue <= Name.longitude.rawValue
    }
  }

  static let names = JSONNames(Name.allCases.map(\.text))

  private let names = Self.names
  private var known = [JSONField?](repeating: nil, count: Name.allCases.count)
  private var others: [JSONWalk.Child] = []
  /// One bit for each of the other names; a bit that is set twice may be a repeated name.
  private var seen: UInt64 = 0
  private var mayRepeat = false

  /// The member as the last scan found it, the last of duplicates; nil also for `null`.
  subscript(name: Name) -> JSONField? {
    known[name.rawValue].flatMap { $0.type == .null ? nil : $0 }
  }

  /// Whether there is a coordinate among them.
  var hasCoordinates: Bool { Name.allCases.contains { $0.isCoordinate && self[$0] != nil } }

  /// Validates an object, and remembers where its members are.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    for index in known.indices { known[index] = nil }
    others.removeAll(keepingCapacity: others.capacity < 1000)
    (seen, mayRepeat) = (0, false)
    guard var walk = JSONWalk(bytes), walk.isObject else {
      throw JSONSyntaxError(
        offset: 0, reason: .notAnObject(found: try JSONScanner.validate(bytes)))
    }
    while let child = try walk.next() {
      let index = names.index(of: child, in: bytes)
      if let index { known[index] = child.value }
      // The population is something to order by, and also what the source had.
      if index == nil || index == Name.population.rawValue { add(child, bytes) }
    }
    try walk.finish()
  }

  private mutating func add(_ child: JSONWalk.Child, _ bytes: UnsafeRawBufferPointer) {
    others.append(child)
    let first = child.key.isEmpty ? 0 : Int(bytes[child.key.lowerBound])
    let bit: UInt64 = 1 << UInt64((child.key.count &* 37 &+ first &* 5) & 63)
    mayRepeat = mayRepeat || seen & bit != 0 || child.isKeyEscaped
    seen |= bit
  }

  /// Appends the members that are not a city's own, as JSON without white space.
  mutating func appendOthers(from bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if mayRepeat { dropRepeated(bytes) }
    let start = output.count
    for child in others {
      if output.count > start { output.append(JSONByte.comma) }
      let key = child.key.lowerBound - 1..<child.key.upperBound + 1
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[key]))
      output.append(JSONByte.colon)
      let value = UnsafeRawBufferPointer(rebasing: bytes[child.value.range])
      // It was validated, so this cannot throw.
      guard (try? JSONScanner.compact(value, into: &output)) == nil else { continue }
      output.append(contentsOf: "null".utf8)
    }
  }

  /// Of members with one name only the last stays.
  private mutating func dropRepeated(_ bytes: UnsafeRawBufferPointer) {
    var names: Set<[UInt8]> = []
    let kept = others.reversed().filter { child in
      let key = UnsafeRawBufferPointer(rebasing: bytes[child.key])
      return names.insert(child.isKeyEscaped ? JSONStringContent.unescaped(key) : Array(key))
        .inserted
    }
    others = kept.reversed()
  }
}
