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
    guard let path, let query = try? CityQuery(text), let store = try? CityStore(path: path) else {
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

  private var path: String? {
    scene.path(of: "database")
      ?? (try? Directories { scene.environment[$0] }.path(.data, "cities.sqlite"))
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
