internal import WirelineCore
internal import WirelineRequests

/// Runs `cities-find -i`: searches cities and toggles favourites as the user types.
final class InteractiveFind {
  private let search: CitySearch
  private let favoritesPath: String
  private let arguments: FindArguments
  private let options: CitySearchOptions
  private let context: ToolContext
  /// The matches of the last search, one of which the user accepts.
  private var matches: [CityMatch] = []

  init(
    _ search: CitySearch, favorites: String, arguments: FindArguments, options: CitySearchOptions,
    context: ToolContext
  ) {
    self.search = search
    favoritesPath = favorites
    self.arguments = arguments
    self.options = options
    self.context = context
  }

  func run() -> ExitStatus {
    let terminal: RawTerminal
    do throws(RawTerminalError) {
      terminal = try RawTerminal.open(context.environment)
    } catch {
      context.diagnostics.error("\(error)", hint: "without a terminal, run cities-find QUERY")
      return .usage
    }
    let isStyled = context.common.color.isColored(
      StandardStreams.Stream(descriptor: -1, isTerminal: true), environment: context.environment)
    let session = InteractiveSession(
      terminal: terminal, text: arguments.queries.first ?? "",
      debounce: arguments.search.debounce?.duration ?? .milliseconds(300), isStyled: isStyled,
      shutdown: context.shutdown, source: SearchSource(search: results, toggle: toggle))
    switch session.run() {
    case .accepted(let identifier):
      return matches.first { $0.city.id == identifier }.map(print) ?? .noData
    case .quit(let status): return status
    case .failed(let message):
      context.diagnostics.error(message)
      return .systemError
    }
  }

  private func print(_ match: CityMatch) -> ExitStatus {
    let identifiers: Set<Int64>
    do throws(FavoriteError) {
      identifiers = try favorites().identifiers()
    } catch {
      return context.fail(
        ErrorRecord(error, tool: context.tool), hint: "give another --favorites-file")
    }
    let line = JSONWriter.line { writer in
      CityRecord(
        match: match, ref: Array("1".utf8), isFavorite: identifiers.contains(match.city.id)
      ).writeFields(to: &writer)
    }
    return PrintedRecord.print(line, context)
  }

  private static let rowLimit = 100

  private func favorites() throws(FavoriteError) -> FavoriteStore {
    try FavoriteStore(path: favoritesPath, limit: arguments.favorites.limit)
  }

  private func results(_ text: String) -> SearchResults {
    let start = ContinuousClock.now
    matches = []
    var identifiers: Set<Int64> = []
    var message: String?
    var total = 0
    var options = options
    // An empty text then lists all favourites.
    let hasFavoritesOnly = arguments.favorites.favorites
    do {
      let favorites = try favorites()
      identifiers = try favorites.identifiers()
      let query = try CityQuery(text)
      if hasFavoritesOnly, query.isEmpty {
        let wanted = try search.cities(of: try favorites.all(), with: options)
        total = wanted.count
        matches = wanted.prefix(Self.rowLimit).enumerated().map { index, favorite in
          CityMatch(city: favorite.city, kind: .id, rank: index + 1)
        }
      } else {
        options.limit = Self.rowLimit
        options.favorites = identifiers
        if hasFavoritesOnly { options.identifiers = identifiers }
        total = try search.find(query, with: options, countsAll: true) { matches.append($0) }
      }
    } catch {
      message = "\(error)"
    }
    let rows = matches.map { Self.row($0.city, isMarked: identifiers.contains($0.city.id)) }
    return SearchResults(rows: rows, total: total, elapsed: .now - start, message: message)
  }

  private static func row(_ city: City, isMarked: Bool) -> SearchRow {
    SearchRow(
      id: city.id,
      columns: [
        city.name, city.area?.region ?? "", CountryNames.name(of: city.country) ?? city.country,
        "\(city.latitude), \(city.longitude)",
      ], isMarked: isMarked)
  }

  private func toggle(_ identifier: Int64) -> ToggleResult {
    do {
      let change = try favorites().change(
        identifier, by: .toggle, city: try search.city(identifier),
        now: context.environment.now)
      return .isMarked(change.isFavorite)
    } catch {
      return .refused("\(error)")
    }
  }
}
