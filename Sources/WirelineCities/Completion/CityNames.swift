internal import WirelineCore

/// City names as words that a shell can insert for a typed text.
struct CityNames {
  /// Users do not look through more names, and shells are slow with many.
  static let maximumNames = 300

  let words: [WordList.Word]

  /// - Parameters:
  ///   - cities: ordered by name.
  ///   - typed: the start of their names, except for case and accents.
  init(_ cities: [City], typed: String) {
    let fold = CityFolding.fold(typed)
    var countries: [String: [String]] = [:]
    var names: [String] = []
    for city in Self.matching(cities, typed: typed, fold: fold) {
      if countries[city.name] == nil { names.append(city.name) }
      countries[city.name, default: []].append(city.country)
    }
    let limited = Self.limited(names)
    words = zip(limited, Self.respelled(limited, typed: typed, fold: fold)).map { name, text in
      WordList.Word(text, Self.note(countries[name] ?? []))
    }
  }

  /// The cities whose name begins with the typed text. An accent in it is intended if a name has
  /// it: `mün` is München, not Municipio.
  private static func matching(_ cities: [City], typed: String, fold: [UInt8]) -> [City] {
    let start = typed.lowercased()
    let exact =
      typed.utf8.allSatisfy { $0 < 0x80 }
      ? [] : cities.filter { $0.name.lowercased().hasPrefix(start) }
    return exact.isEmpty
      ? cities.filter { CityFolding.fold($0.name).starts(with: fold) } : exact
  }

  /// The first names and the last one. A shell inserts the common prefix of all words, which is
  /// that of the first and the last.
  private static func limited(_ names: [String]) -> [String] {
    names.count > maximumNames ? names.prefix(maximumNames - 1) + names.suffix(1) : names
  }

  /// The names, if their common prefix is at least as long as the typed text. Otherwise a shell
  /// would remove letters (the common prefix of São Paulo and Sao Tome is S), so each name begins
  /// with the typed text instead, which finds the same cities.
  private static func respelled(
    _ names: [String], typed: String, fold: [UInt8]
  ) -> [String] {
    guard let first = names.first, names.count > 1 else { return names }
    let start = first.prefix(typed.count)
    if start.count == typed.count, names.allSatisfy({ $0.hasPrefix(start) }) { return names }
    return names.map { typed + rest(of: $0, after: fold) }
  }

  /// A name for shells that need the typed letters at its start, except for case.
  static func continued(_ typed: String, with name: String) -> String {
    name.lowercased().hasPrefix(typed.lowercased())
      ? name : typed + rest(of: name, after: CityFolding.fold(typed))
  }

  /// The part of a name after its shortest prefix that matches a fold.
  private static func rest(of name: String, after fold: [UInt8]) -> Substring {
    var end = name.startIndex
    while end < name.endIndex, !CityFolding.fold(String(name[..<end])).starts(with: fold) {
      end = name.index(after: end)
    }
    return name[end...]
  }

  private static func note(_ codes: [String]) -> String? {
    let known = Set(codes).subtracting([""]).sorted()
    if known.isEmpty { return nil }
    let names = known.prefix(3).map { CountryNames.name(of: $0) ?? $0 }
    return names.joined(separator: ", ") + (known.count > 3 ? " …" : "")
  }
}
