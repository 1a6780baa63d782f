import ArgumentParser
import WirelineCities
import WirelineCore

/// How cities are looked for.
struct FindOptions: DeclaredOptions {
  @Option(Self.limit) var limit: WholeNumber?
  @Option(Self.offset) var offset: WholeNumber?
  @Option(Self.country) var country: [String]
  @Flag(Self.exact) var exact: Bool
  @Flag(Self.wordPrefix) var wordPrefix: Bool?
  @Option(Self.fuzzy) var fuzzy: WholeNumber?
  @Flag(Self.id) var id: Bool
  @Option(Self.near) var near: GeographicPoint?
  @Option(Self.radius) var radius: Distance?
  @Option(Self.random) var random: WholeNumber?
  @Flag(Self.interactive) var interactive: Bool
  @Option(Self.debounce) var debounce: TimeAmount?

  static let declarations = [
    limit, offset, country, exact, wordPrefix, fuzzy, id, near, radius, random,
    interactive, debounce,
  ]

  static let limit = OptionDeclaration(
    "limit", .value("n"), "cities a query; 0 is no limit", default: "50")
  static let offset = OptionDeclaration(
    "offset", .value("n"), "leave out so many at the beginning", default: "0",
    isConfigurable: false)
  static let country = OptionDeclaration(
    "country", .list("code"), "only of this country: a code, or an English name's beginning",
    isConfigurable: false, values: .list(.countries))
  static let exact = OptionDeclaration(
    "exact", .flag(inverse: nil), "the whole name", isConfigurable: false)
  static let wordPrefix = OptionDeclaration(
    "word-prefix", .flag(inverse: "no-word-prefix"), "any word of the name: york, New York")
  static let fuzzy = OptionDeclaration(
    "fuzzy", .value("n"), "forgive 1 or 2 typing errors", default: "0",
    values: .words(WordList("errors", plain: { ["1", "2"] })))
  static let id = OptionDeclaration(
    "id", .flag(inverse: nil), "the queries are ids", isConfigurable: false)
  static let near = OptionDeclaration(
    "near", .value("lat,lon"), "the cities closest to a place", isConfigurable: false)
  static let radius = OptionDeclaration(
    "radius", .value("distance"), "with --near: no farther than this; in km unless m or mi",
    isConfigurable: false)
  static let random = OptionDeclaration(
    "random", .value("n"), "so many cities by chance", isConfigurable: false)

  static let interactive = OptionDeclaration(
    "interactive", .flag(inverse: nil), "search as you type, on the terminal", short: "i",
    isConfigurable: false)
  static let debounce = OptionDeclaration(
    "debounce", .value("time"), "how long the text stays as it is before it is searched for",
    default: "with -i 300ms", isConfigurable: false)

  /// - Throws: for what cannot be asked together.
  func searchOptions() throws(UsageError) -> CitySearchOptions {
    let modes = [
      exact, wordPrefix == true, (fuzzy?.value ?? 0) > 0, id, near != nil, random != nil,
    ]
    guard modes.count(where: { $0 }) <= 1 else {
      throw UsageError(
        "--exact, --word-prefix, --fuzzy, --id, --near and --random exclude each other")
    }
    if radius != nil, near == nil { throw UsageError("--radius needs --near") }
    guard (fuzzy?.value ?? 0) <= 2 else {
      throw UsageError("invalid value \"\(fuzzy?.value ?? 0)\" for --fuzzy: expected 1 or 2")
    }
    var options = CitySearchOptions()
    options.limit = limit?.value ?? 50
    options.offset = offset?.value ?? 0
    if exact { options.mode = .exact }
    if wordPrefix == true { options.mode = .word }
    if let errors = fuzzy?.value, errors > 0 { options.mode = .fuzzy(errors) }
    if !country.isEmpty { options.countries = try countries() }
    return options
  }

  private func countries() throws(UsageError) -> CountryFilter {
    var codes: [String] = []
    for text in country.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let text = text.trimmingSpaces
      if text.count == 2 {
        codes.append(CountryFilter.code(text))
      } else {
        let found = CountryNames.codes(matching: CityFolding.fold(text))
        if found.isEmpty {
          throw UsageError(
            "invalid value \"\(text)\" for --country: expected a code such as FR, or the "
              + "beginning of an English name")
        }
        codes += found
      }
    }
    return CountryFilter(codes: codes)
  }
}
