import WirelineCities
import WirelineCore

/// How cities are looked for.
struct FindOptions: Sendable {
  @Option("limit", "n", "cities a query; 0 is no limit", default: "50") var limit: WholeNumber?
  @Option("offset", "n", "leave out so many at the beginning", default: "0", isConfigurable: false)
  var offset: WholeNumber?
  @Option(
    "country", "code", "only of this country: a code, or an English name's beginning",
    isConfigurable: false, values: .list(.countries))
  var country: [String]
  @Flag("exact", "the whole name") var exact: Bool
  @Flag("word-prefix", "any word of the name: york, New York") var wordPrefix: Bool?
  @Option(
    "fuzzy", "n", "forgive 1 or 2 typing errors", default: "0",
    values: .words(WordList("errors", plain: { ["1", "2"] })))
  var fuzzy: WholeNumber?
  @Flag("id", "the queries are ids") var id: Bool
  @Option("near", "lat,lon", "the cities closest to a place", isConfigurable: false)
  var near: GeographicPoint?
  @Option(
    "radius", "distance", "with --near: no farther than this; in km unless m or mi",
    isConfigurable: false)
  var radius: Distance?
  @Option("random", "n", "so many cities by chance", isConfigurable: false) var random: WholeNumber?
  @Flag("interactive", "search as you type, on the terminal", short: "i") var interactive: Bool
  @Option(
    "debounce", "time", "how long the text stays as it is before it is searched for",
    default: "with -i 300ms", isConfigurable: false)
  var debounce: TimeAmount?

  var modes: [OptionDeclaration] { [$exact, $wordPrefix, $fuzzy, $id, $near, $random] }

  /// - Throws: for options that do not fit together.
  func searchOptions() throws(UsageError) -> CitySearchOptions {
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
