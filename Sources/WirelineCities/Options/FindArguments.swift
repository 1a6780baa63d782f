package import WirelineCore
internal import WirelineRequests

/// The operands and the options of `cities-find`.
package struct FindArguments: Sendable {
  @Operand(
    "query", "Start of a city name, such as paris or 'paris, fr'; without it, queries on stdin",
    values: .city)
  var queries: [String]
  var files = CityDatabaseOptions()
  @OptionGroup("Search") var search = FindOptions()
  @OptionGroup("Favourites") var favorites = FavoriteOptions()
  @OptionGroup("Records") var envelope = EnvelopeOptions()
  @OptionGroup("Records") var records = RecordOptions()

  package init() {}

  package var exclusiveOptions: [[OptionDeclaration]] {
    [search.modes, favorites.modes]
      + [
        search.$limit, search.$offset, search.$sort, search.$debounce, envelope.$envelope,
      ].map {
        [search.$resolve, $0]
      }
  }

  /// The completion of `--fields`, and of the operand if it is an id; nil for other options.
  ///
  /// - Parameter given: the names of the options on the command line.
  package func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    if option.name == "fields" { return .list(Self.fields) }
    guard option.isOperand else { return nil }
    func isGiven(_ options: OptionDeclaration...) -> Bool {
      options.contains { given.contains($0.name) }
    }
    if isGiven(favorites.$unfavorite, favorites.$toggleFavorite) {
      return .words(Self.favoriteIdentifiers)
    }
    // With these options, an operand is an id, or there is none.
    return isGiven(favorites.$favorite, search.$id, search.$near) ? .nothing : nil
  }

  private static let favoriteIdentifiers = WordList { scene in
    let path = CityDataFile.favorites.path(scene)
    let favorites = path.flatMap { try? FavoriteStore(path: $0).all() } ?? []
    return favorites.map {
      WordList.Word("\($0.city.id)", "\($0.city.name), \($0.city.country)")
    }
  }

  private static let fields = WordList(plain: [
    "ref", "id", "name", "country", "latitude", "longitude", "favorite", "match", "rank",
    "distance_km", "state", "population", "admin1", "region", "timezone", "flag", "matched",
    "query", "confidence", "runner_up", "error",
  ])
}

/// The options for searching.
struct FindOptions: Sendable {
  @Option(
    "limit", "n", "Maximum cities per query, instead of 50; 0: no limit",
    default: "50; no limit with --favorites")
  var limit: WholeNumber?
  @Option("offset", "n", "Skip the first N cities", default: "0", isConfigurable: false)
  var offset: WholeNumber?
  @Option(
    "country", "code", "Only cities of this country, such as FR or the start of an English name",
    isConfigurable: false, values: .countryList)
  var country: [String]
  @Option(
    "min-population", "n", "Only cities with at least this many people", isConfigurable: false)
  var minPopulation: WholeNumber?
  @Flag("exact", "Match whole names only") var exact: Bool
  @Option(
    "fuzzy", "n", "Allow 1 or 2 typing errors", default: "0",
    values: .words(WordList(plain: ["1", "2"])))
  var fuzzy: WholeNumber?
  @Option(
    "sort", "order", "Order of equally good matches: rank or name", default: "rank",
    values: .choices(CitySearchOptions.Order.self))
  var sort: CitySearchOptions.Order?
  @Flag(
    "unique", "Show cities of one name and country within 5 km once", default: "unique")
  var unique: Bool?
  @Flag("id", "Look up cities by id") var id: Bool
  @Flag("resolve", "Print the best match of each query, with a confidence from 0 to 1")
  var resolve: Bool
  @Option(
    "near", "lat,lon", "Find the cities closest to coordinates, such as 48.86,2.35; - reads stdin",
    isConfigurable: false)
  var near: NearPoint?
  @Option(
    "radius", "distance", "Maximum distance for --near, such as 500m, 10km or 5mi",
    isConfigurable: false)
  var radius: Distance?
  @Flag("interactive", "Search as you type, on the terminal", short: "i") var interactive: Bool
  @Option(
    "debounce", "time", "Delay after the last keystroke or query before searching",
    default: "with -i 300ms", isConfigurable: false)
  var debounce: TimeAmount?

  fileprivate var modes: [OptionDeclaration] { [$exact, $fuzzy, $id, $near, $resolve] }

  func searchOptions() throws(UsageError) -> CitySearchOptions {
    if radius != nil, near == nil { throw UsageError("--radius needs --near") }
    let errors = fuzzy?.value ?? 0
    guard errors <= 2 else {
      throw UsageError("invalid value \"\(errors)\" for --fuzzy: expected 1 or 2")
    }
    var options = CitySearchOptions()
    options.limit = limit?.value ?? 50
    options.order = sort ?? .rank
    options.isUnique = unique ?? true
    options.offset = offset?.value ?? 0
    options.minimumPopulation = Int32(clamping: minPopulation?.value ?? 0)
    if exact { options.mode = .exact }
    if errors > 0 { options.mode = .fuzzy(errors) }
    if !country.isEmpty { options.countries = try countries() }
    return options
  }

  private func countries() throws(UsageError) -> CountryFilter {
    var codes: [String] = []
    let texts = country.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for text in texts.map(String.init) {
      let found = CountryFilter.codes(of: CityFolding.fold(text), isWhole: false)
      if found.isEmpty {
        throw UsageError(
          "invalid value \"\(text.trimmingSpaces)\" for --country: expected a code such as FR, or "
            + "the start of an English name")
      }
      codes += found
    }
    return CountryFilter(codes: codes)
  }
}

/// The options for favourites.
struct FavoriteOptions: Sendable {
  @Flag("favorites", "Search favourites only; without a query, list all") var favorites: Bool
  @Flag("favorite", "Add cities to the favourites, by id") var favorite: Bool
  @Flag("unfavorite", "Remove cities from the favourites, by id") var unfavorite: Bool
  @Flag("toggle-favorite", "Add or remove cities, by id") var toggleFavorite: Bool
  @Option("max-favorites", "n", "Maximum number of favourites", default: "100")
  var maxFavorites: WholeNumber?

  fileprivate var modes: [OptionDeclaration] {
    [$favorites, $favorite, $unfavorite, $toggleFavorite]
  }

  var limit: Int { maxFavorites?.value ?? 100 }

  /// The change to the given cities; nil for a search.
  var change: FavoriteStore.Change? {
    if favorite { return .add }
    if unfavorite { return .remove }
    return toggleFavorite ? .toggle : nil
  }
}
