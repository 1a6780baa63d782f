internal import WirelineCore

/// An object of an answer, its members read by name; a fault names the member.
///
/// Absent and null are nil, or an empty list; of duplicates the last counts.
struct YelpObject {
  private let members: [String: JSONView]
  private let path: String

  /// - Parameter path: where in the answer it is, a JSON Pointer.
  init(_ value: JSONView, path: String) throws(YelpFault) {
    try Self.require(.object, value, path)
    var members: [String: JSONView] = [:]
    for (name, member) in value.members { members[name] = member }
    self.members = members
    self.path = path
  }

  /// A member of any type.
  func any(_ name: String) -> JSONView? {
    guard let member = members[name], member.type != .null else { return nil }
    return member
  }

  func string(_ name: String) throws(YelpFault) -> String? {
    try member(name, .string)?.string
  }

  /// An address of the web, not looked at; the API writes `""` where it has none.
  func link(_ name: String) throws(YelpFault) -> String? {
    guard let text = try string(name), !text.isEmpty else { return nil }
    return text
  }

  func boolean(_ name: String) throws(YelpFault) -> Bool? {
    try member(name, .boolean)?.boolean
  }

  /// A number, with a fraction or without.
  func number(_ name: String) throws(YelpFault) -> Double? {
    guard let member = any(name) else { return nil }
    return try Self.number(member, path(of: name))
  }

  /// A number without a fraction; `12.0` is one.
  func integer(_ name: String) throws(YelpFault) -> Int? {
    guard let member = try member(name, .number) else { return nil }
    guard let integer = member.integer else {
      throw .decode(path: path(of: name), reason: "expected a whole number of 64 bits")
    }
    return integer
  }

  /// A time as the API writes it, not looked at.
  ///
  /// Our own records may have it as seconds since 1970 (`--dates unix`): they become RFC 3339.
  func time(_ name: String) throws(YelpFault) -> String? {
    guard any(name)?.type == .number else { return try string(name) }
    guard let seconds = try integer(name) else { return nil }
    // The years 0001…9999, which have four digits.
    guard (-62_135_596_800...253_402_300_799).contains(seconds) else {
      throw .decode(path: path(of: name), reason: "no time of the years 1…9999")
    }
    return CivilDate.timestamp(seconds)
  }

  func strings(_ name: String) throws(YelpFault) -> [String] {
    var strings: [String] = []
    for (element, path) in try elements(name) {
      try Self.require(.string, element, path)
      if let string = element.string { strings.append(string) }
    }
    return strings
  }

  /// Addresses of the web; those that are null or `""` are left out.
  func links(_ name: String) throws(YelpFault) -> [String] {
    var links: [String] = []
    for (element, path) in try elements(name) where element.type != .null {
      try Self.require(.string, element, path)
      if let link = element.string, !link.isEmpty { links.append(link) }
    }
    return links
  }

  /// The numbers of an object by their names; those that are null are left out.
  func numbers(_ name: String) throws(YelpFault) -> [String: Double] {
    var numbers: [String: Double] = [:]
    guard let object = try member(name, .object) else { return numbers }
    for (key, value) in object.members where value.type != .null {
      numbers[key] = try Self.number(value, Self.path(of: key, in: path(of: name)))
    }
    return numbers
  }

  func model<Model: YelpModel>(_ name: String) throws(YelpFault) -> Model? {
    guard let member = any(name) else { return nil }
    return try Model(member, path: path(of: name))
  }

  func models<Model: YelpModel>(_ name: String) throws(YelpFault) -> [Model] {
    var models: [Model] = []
    for (element, path) in try elements(name) { models.append(try Model(element, path: path)) }
    return models
  }

  /// The elements of a list, whatever they are, and where each is.
  func elements(_ name: String) throws(YelpFault) -> [(value: JSONView, path: String)] {
    guard let list = try member(name, .array) else { return [] }
    let path = path(of: name)
    return list.elements.enumerated().map { ($0.element, "\(path)/\($0.offset)") }
  }

  private func member(_ name: String, _ type: JSONType) throws(YelpFault) -> JSONView? {
    guard let member = any(name) else { return nil }
    try Self.require(type, member, path(of: name))
    return member
  }

  private func path(of name: String) -> String { Self.path(of: name, in: path) }

  /// RFC 6901 §3: a tilde and a slash in a name are escaped.
  private static func path(of name: String, in path: String) -> String {
    var token = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return "\(path)/\(token)"
  }

  private static func number(_ value: JSONView, _ path: String) throws(YelpFault) -> Double {
    try require(.number, value, path)
    guard let number = value.double else {
      throw .decode(path: path, reason: "the number is too large")
    }
    return number
  }

  private static func require(
    _ type: JSONType, _ value: JSONView, _ path: String
  ) throws(YelpFault) {
    if value.type == type { return }
    let article = type == .array || type == .object ? "an" : "a"
    throw .decode(
      path: path, reason: "expected \(article) \(type.rawValue), found \(value.type.rawValue)")
  }
}
