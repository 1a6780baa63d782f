internal import WirelineCore
internal import WirelineRequests

/// Runs `cities-find -i`: searches cities and toggles favourites as the user types.
struct InteractiveFind {
  let search: CitySearch
  let favoritesPath: String
  let arguments: FindArguments
  let options: CitySearchOptions
  let context: ToolContext

  func run() -> ExitStatus {
    // Those of the last search, one of which the user accepts.
    var matches: [CityMatch] = []
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
      shutdown: context.shutdown,
      source: SearchSource(search: { results($0, &matches) }, toggle: toggle))
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
    var match = match
    do throws(FavoriteError) {
      match.isFavorite = try favorites().identifiers().contains(match.city.id)
    } catch {
      return context.fail(
        ErrorRecord(error, tool: context.tool), hint: "give another --favorites-file")
    }
    let line = JSONWriter.line { writer in
      writer.field("ref", 1)
      match.writeFields(to: &writer)
    }
    return PrintedRecord.print(line, context)
  }

  private static let rowLimit = 100

  private func favorites() throws(FavoriteError) -> FavoriteStore {
    try FavoriteStore(path: favoritesPath, limit: arguments.favorites.limit)
  }

  private func results(_ text: String, _ matches: inout [CityMatch]) -> SearchResults {
    let start = ContinuousClock.now
    matches = []
    var message: String?
    var total = 0
    var options = options
    // An empty text then lists all favourites.
    let hasFavoritesOnly = arguments.favorites.favorites
    do {
      let favorites = try favorites()
      let query = try CityQuery(text)
      if hasFavoritesOnly, query.isEmpty {
        let all = try search.matches(of: try favorites.all(), with: options)
        (matches, total) = (Array(all.prefix(Self.rowLimit)), all.count)
      } else {
        options.limit = Self.rowLimit
        options.favorites = try favorites.identifiers()
        if hasFavoritesOnly { options.identifiers = options.favorites }
        let results = try search.find(query, with: options, countsAll: true)
        (matches, total) = (results.matches, results.total)
      }
    } catch {
      message = "\(error)"
    }
    return SearchResults(
      rows: matches.map(Self.row), total: total, elapsed: .now - start, message: message)
  }

  private static func row(_ match: CityMatch) -> SearchRow {
    let city = match.city
    return SearchRow(
      id: city.id,
      columns: [
        city.name, city.area?.region ?? "", CountryNames.name(of: city.country) ?? city.country,
        "\(city.latitude), \(city.longitude)",
      ], isMarked: match.isFavorite)
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
