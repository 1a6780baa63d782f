package import WirelineCore

/// Completes city names from the local database; offers nothing without a database.
struct CityCompletion {
  let scene: CompletionContext

  /// Names that begin with a text; after a comma, the countries of that city.
  func answer(_ text: String) -> CompletionResult {
    guard !CityFolding.fold(text).isEmpty else { return CompletionResult() }
    guard let comma = text.lastIndex(of: ",") else {
      return CompletionResult(
        kind: .names, words: CityNames(cities(text), typed: text).words,
        continued: CityNames.continued)
    }
    let rest = text[text.index(after: comma)...]
    let space = String(rest.prefix { $0 == " " })
    return CompletionResult(
      kind: .names, prefix: String(text[...comma]) + (space.isEmpty ? " " : space),
      words: countries(of: String(text[..<comma]), rest.dropFirst(space.count)),
      continued: CityNames.continued)
  }

  /// The countries with a city of this name, by the start of their codes.
  private func countries(of name: String, _ start: Substring) -> [WordList.Word] {
    let fold = CityFolding.fold(name)
    let codes = cities(name).filter { CityFolding.fold($0.name) == fold }.map(\.country)
    return Set(codes).sorted().filter { $0.hasPrefix(start.uppercased()) }.map {
      WordList.Word($0, CountryNames.name(of: $0))
    }
  }

  /// The cities whose name begins with a text, ordered by name. Without a letter that ASCII lacks,
  /// alternate names would be too many.
  private func cities(_ text: String) -> [City] {
    guard let path = CityDataFile.database.path(scene), let query = try? CityQuery(text),
      let store = try? CityStore(path: path)
    else { return [] }
    var options = CitySearchOptions()
    options.limit = 0
    options.order = .name
    let hasOtherLetters = !text.utf8.allSatisfy { $0 < 0x80 }
    let matches = (try? CitySearch(store).find(query, with: options))?.matches ?? []
    return matches.filter { $0.kind == .name || $0.kind == .alias && hasOtherLetters }.map {
      var city = $0.city
      city.name = $0.matched ?? city.name
      return city
    }
  }
}

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

  /// Returns the names, if their common prefix is at least as long as the typed text. Otherwise a
  /// shell would remove typed letters: the common prefix of São Paulo and Sao Tome is S. Then each
  /// name is returned with the typed text as its beginning, which finds the same cities.
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

extension ValueCompletion {
  /// City names from the local database.
  package static let city = custom { CityCompletion(scene: $0).answer($1) }

  /// Countries separated by commas: codes, and after three letters names.
  static let countryList = custom { _, text in
    let start = text[(text.lastIndex(of: ",").map(text.index(after:)) ?? text.startIndex)...]
    let prefix = String(text.dropLast(start.count))
    let fold = CityFolding.fold(String(start))
    if fold.count < CountryNames.minimumLength {
      let words = CountryNames.all.map { WordList.Word($0.code, $0.name) }
      return CompletionResult(kind: .list, prefix: prefix, words: words)
    }
    let names = CountryNames.codes(matching: fold).compactMap(CountryNames.name(of:))
      .filter { CityFolding.fold($0).starts(with: fold) }
    return CompletionResult(
      kind: .names, prefix: prefix, words: names.map { WordList.Word($0) },
      continued: CityNames.continued)
  }
}

extension WordList {
  /// The codes of all countries, with their names as notes.
  package static let countries = WordList { _ in
    CountryNames.all.map { Word($0.code, $0.name) }
  }
}
