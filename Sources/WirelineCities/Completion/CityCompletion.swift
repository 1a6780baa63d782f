package import WirelineCore
internal import WirelineRequests

/// City names of the local database for a shell; no database is no names, and nothing is said.
struct CityCompletion {
  /// Names at most: what is more than a screen is not read, but a shell reads it all.
  static let maximumNames = 300

  private let scene: CompletionScene

  init(_ scene: CompletionScene) { self.scene = scene }

  /// Names that begin with a text; behind a comma, the countries that the city is in.
  func answer(_ text: String) -> CompletionAnswer {
    guard !CityFolding.fold(text).isEmpty else { return CompletionAnswer() }
    guard let comma = text.lastIndex(of: ",") else {
      return CompletionAnswer(
        kind: .names, words: CityNames(cities(text), typed: text).words,
        continued: CityNames.continued)
    }
    let behind = text[text.index(after: comma)...]
    let space = String(behind.prefix { $0 == " " })
    return CompletionAnswer(
      kind: .names, prefix: String(text[...comma]) + (space.isEmpty ? " " : space),
      words: countries(of: String(text[..<comma]), behind.dropFirst(space.count)),
      continued: CityNames.continued)
  }

  /// The countries of a city whose code begins so.
  private func countries(of name: String, _ start: Substring) -> [WordList.Word] {
    let fold = CityFolding.fold(name)
    let codes = cities(name).filter { CityFolding.fold($0.name) == fold }.map(\.country)
    return Set(codes).sorted().filter { $0.hasPrefix(start.uppercased()) }.map {
      WordList.Word($0, CountryNames.name(of: $0))
    }
  }

  /// All cities whose own name begins so, in the order of their names.
  private func cities(_ text: String) -> [City] {
    guard let path = CityDataFile.database.path(scene), let query = try? CityQuery(text), let store = try? CityStore(path: path) else {
      return []
    }
    var options = CitySearchOptions()
    options.limit = 0
    var cities: [City] = []
    _ = try? CitySearch(store).find(query, options) { match in
      if match.kind == .name { cities.append(match.city) }
    }
    return cities
  }

}

extension ValueCompletion {
  /// A city's name, out of the local database.
  package static let city = custom(CustomCompletion("city") { CityCompletion($0).answer($1) })
}

extension WordList {
  /// Codes of countries, by their names.
  package static let countries = WordList("countries") { _ in
    CountryNames.all().map { Word($0.code, $0.name) }
  }
}

/// The names of some cities as a shell can put them in the place of what was typed.
struct CityNames {
  let words: [WordList.Word]

  /// - Parameters:
  ///   - cities: in the order of their names.
  ///   - typed: what their names begin with, case and accents aside.
  init(_ cities: [City], typed: String) {
    let fold = CityFolding.fold(typed)
    var countries: [String: [String]] = [:]
    var names: [String] = []
    for city in cities where CityFolding.fold(city.name).starts(with: fold) {
      if countries[city.name] == nil { names.append(city.name) }
      countries[city.name, default: []].append(city.country)
    }
    let spelled = Self.spelled(Self.some(names), typed, fold)
    words = zip(Self.some(names), spelled).map { name, text in
      WordList.Word(text, Self.note(countries[name] ?? []))
    }
  }

  /// As many as a person may look through, and the last one: a shell completes as far as all words
  /// agree, and all agree as far as the first and the last do.
  private static func some(_ names: [String]) -> [String] {
    let limit = CityCompletion.maximumNames
    return names.count > limit ? names.prefix(limit - 1) + names.suffix(1) : names
  }

  /// The names themselves where they agree in as many letters as were typed. Where they do not, a
  /// shell would take letters away: São Paulo and Sao Tome have only the S in common. Then each
  /// begins as was typed, which finds it as well.
  private static func spelled(_ names: [String], _ typed: String, _ fold: [UInt8]) -> [String] {
    guard let first = names.first else { return [] }
    if names.count == 1 { return names }
    let start = first.prefix(typed.count)
    if start.count == typed.count, names.allSatisfy({ $0.hasPrefix(start) }) { return names }
    return names.map { typed + rest(of: $0, behind: fold) }
  }

  /// A name as a shell sees it that wants the letters that were typed in front, case aside.
  static func continued(_ typed: String, with name: String) -> String {
    name.lowercased().hasPrefix(typed.lowercased())
      ? name : typed + rest(of: name, behind: CityFolding.fold(typed))
  }

  /// What of a name follows the letters that were typed.
  private static func rest(of name: String, behind fold: [UInt8]) -> Substring {
    var end = name.startIndex
    while end < name.endIndex, !CityFolding.fold(String(name[..<end])).starts(with: fold) {
      end = name.index(after: end)
    }
    return name[end...]
  }

  /// The countries by name, three at most.
  private static func note(_ codes: [String]) -> String? {
    let known = Set(codes).subtracting([""]).sorted()
    if known.isEmpty { return nil }
    let names = known.prefix(3).map { CountryNames.name(of: $0) ?? $0 }
    return names.joined(separator: ", ") + (known.count > 3 ? " …" : "")
  }
}
