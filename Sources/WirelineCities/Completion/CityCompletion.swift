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

  /// The cities whose main name begins with a text, ordered by name.
  private func cities(_ text: String) -> [City] {
    guard let path = CityDataFile.database.path(scene), let query = try? CityQuery(text),
      let store = try? CityStore(path: path)
    else { return [] }
    var options = CitySearchOptions()
    options.limit = 0
    options.order = .name
    var cities: [City] = []
    _ = try? CitySearch(store).find(query, with: options) { match in
      if match.kind == .name { cities.append(match.city) }
    }
    return cities
  }
}

extension ValueCompletion {
  /// City names from the local database.
  package static let city = custom(
    CustomCompletion("city") { CityCompletion(scene: $0).answer($1) })

  /// Countries separated by commas: codes, and after three letters names.
  static let countryList = custom(
    CustomCompletion("country list") { _, text in
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
    })
}

extension WordList {
  /// The codes of all countries, with their names as notes.
  package static let countries = WordList("countries") { _ in
    CountryNames.all.map { Word($0.code, $0.name) }
  }
}
