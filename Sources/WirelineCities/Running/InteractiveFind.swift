internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Runs `cities-find -i`: searches as the user types. Each thread opens the databases for itself.
struct InteractiveFind {
  let database: String
  let favorites: String
  let arguments: FindArguments
  let options: CitySearchOptions
  let context: ToolContext

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
    let matches = LastMatches()
    let session = InteractiveSession(
      terminal: terminal, text: arguments.queries.first ?? "",
      debounce: arguments.search.debounce?.duration ?? .milliseconds(300), isStyled: isStyled,
      shutdown: context.shutdown
    ) {
      do throws(CityStoreError) {
        let search = InteractiveSearch(
          search: CitySearch(try CityStore(path: database)), find: self, lastMatches: matches)
        return SearchSource(search: search.results, toggle: search.toggle)
      } catch {
        let message = error.description
        return SearchSource(
          search: { _ in SearchResults(rows: [], total: 0, elapsed: .zero, message: message) },
          toggle: { _ in .refused(message) })
      }
    }
    switch session.run() {
    case .accepted(let identifier): return print(identifier, matches[identifier])
    case .quit(let status): return status
    case .failed(let message):
      context.diagnostics.error(message)
      return .systemError
    }
  }

  /// - Parameter match: nil if a later search did not find the city.
  private func print(_ identifier: Int64, _ match: CityMatch?) -> ExitStatus {
    guard let store = try? CityStore(path: database),
      let city = try? CitySearch(store).city(identifier)
    else {
      context.diagnostics.error("city \(identifier) is no longer in the database")
      return .failure
    }
    let identifiers: Set<Int64>
    do throws(FavoriteError) {
      identifiers = try FavoriteStore(path: favorites).identifiers()
    } catch {
      return context.fail(
        ErrorRecord(error, tool: context.tool), hint: "give another --favorites-file")
    }
    let line = JSONWriter.line { writer in
      CityRecord(
        match: match ?? CityMatch(city: city, kind: .id, rank: 1), ref: Array("1".utf8),
        isFavorite: identifiers.contains(identifier)
      ).writeFields(to: &writer)
    }
    return PrintedRecord.print(line, context)
  }
}

/// The matches of the last search, for the record of the accepted city.
private final class LastMatches: Sendable {
  private let matches = Mutex<[CityMatch]>([])

  subscript(identifier: Int64) -> CityMatch? {
    matches.withLock { $0.first { $0.city.id == identifier } }
  }

  func store(_ found: [CityMatch]) { matches.withLock { $0 = found } }
}

/// Searches cities and toggles favourites on the session's thread.
private struct InteractiveSearch {
  let search: CitySearch
  let find: InteractiveFind
  let lastMatches: LastMatches

  private static let rowLimit = 100

  private func favorites() throws(FavoriteError) -> FavoriteStore {
    try FavoriteStore(path: find.favorites, limit: find.arguments.favorites.limit)
  }

  func results(_ text: String) -> SearchResults {
    let start = ContinuousClock.now
    var matches: [CityMatch] = []
    var identifiers: Set<Int64> = []
    var message: String?
    var total = 0
    var options = find.options
    // An empty text then lists all favourites.
    let hasFavoritesOnly = find.arguments.favorites.favorites
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
    lastMatches.store(matches)
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

  func toggle(_ identifier: Int64) -> ToggleResult {
    do {
      let change = try favorites().change(
        identifier, by: .toggle, city: try search.city(identifier),
        now: find.context.environment.now)
      return .isMarked(change.isFavorite)
    } catch {
      return .refused("\(error)")
    }
  }
}
