import Synchronization
import WirelineCities
import WirelineCore

/// `cities-find -i`: search as you type.
struct InteractiveFind {
  /// Where the data are: each thread opens them for itself.
  struct Place: Sendable {
    let database: String
    let favorites: String
    let maximumFavorites: Int
    /// Whether other cities are not searched; all are listed then where nothing is typed.
    let hasFavoritesOnly: Bool
  }

  let place: Place
  let options: CitySearchOptions
  let pause: Duration
  let context: ToolContext

  /// - Parameter text: what is in the line at the start.
  func run(text: String) -> ExitStatus {
    let terminal: RawTerminal
    do throws(RawTerminalError) {
      terminal = try RawTerminal.open(context.environment)
    } catch {
      context.diagnostics.error("\(error)", hint: "without a terminal: cities-find QUERY")
      return .usage
    }
    var screen = InteractiveOptions()
    let matches = LastMatches()
    screen.text = text
    screen.pause = pause
    screen.isStyled = context.common.color.isColored(
      StandardStreams.Stream(descriptor: -1, isTerminal: true), environment: context.environment)
    let session = InteractiveSession(
      terminal: terminal, options: screen, shutdown: context.shutdown
    ) { [place, options, environment = context.environment] in
      source(place, options, environment, matches)
    }
    switch session.run() {
    case .accepted(let identifier): return print(identifier, matches[identifier])
    case .quit(let status): return status
    case .failed(let message):
      context.diagnostics.error(message)
      return .systemFault
    }
  }

  /// The record of the city that was chosen.
  ///
  /// - Parameter match: how it was found; nil where another search has ended since.
  private func print(_ identifier: Int64, _ match: CityMatch?) -> ExitStatus {
    guard let store = try? CityStore(path: place.database),
      let city = try? CitySearch(store).city(identifier)
    else {
      context.diagnostics.error("the city \(identifier) is gone from the data")
      return .failure
    }
    let favorites: Set<Int64>
    do throws(FavoriteError) {
      favorites = try FavoriteStore(path: place.favorites).identifiers()
    } catch {
      context.diagnostics.error(error.description, hint: "give another --favorites-file")
      return ExitStatus(ErrorRecord(error, tool: context.tool))
    }
    var writer = JSONWriter()
    writer.beginObject()
    CityRecord(
      match ?? CityMatch(city: city, kind: .id, rank: 1), ref: Array("1".utf8),
      isFavorite: favorites.contains(identifier)
    ).writeMembers(to: &writer)
    writer.endObject()
    writer.endLine()
    return PrintedRecord.print(writer.bytes, context)
  }
}

/// What the last search has found, for the record of the city that is chosen.
private final class LastMatches: Sendable {
  private let matches = Mutex<[CityMatch]>([])

  subscript(identifier: Int64) -> CityMatch? {
    matches.withLock { $0.first { $0.city.id == identifier } }
  }

  func keep(_ found: [CityMatch]) { matches.withLock { $0 = found } }
}

/// What is searched in, on the thread that searches.
private func source(
  _ place: InteractiveFind.Place, _ options: CitySearchOptions, _ environment: Environment,
  _ matches: LastMatches
) -> SearchSource {
  let search: CitySearch
  do throws(CityStoreError) {
    search = CitySearch(try CityStore(path: place.database))
  } catch {
    let message = error.description
    return SearchSource(
      search: { _ in SearchResults(rows: [], total: 0, elapsed: .zero, message: message) },
      toggle: { _ in .refused(message) })
  }
  return SearchSource(
    search: { request in found(request, search, place, options, matches) },
    toggle: { identifier in toggled(identifier, search, place, environment) })
}

/// Cities that are shown of one search.
private let mostRows = 100

private func row(_ city: City, isMarked: Bool) -> SearchRow {
  SearchRow(
    id: city.id,
    columns: [
      city.name, CountryNames.name(of: city.country) ?? city.country,
      "\(city.latitude), \(city.longitude)",
    ], isMarked: isMarked)
}

private func found(
  _ request: SearchRequest, _ search: CitySearch, _ place: InteractiveFind.Place,
  _ options: CitySearchOptions, _ last: LastMatches
) -> SearchResults {
  let start = ContinuousClock.now
  var matches: [CityMatch] = []
  var favorites: Set<Int64> = []
  var message: String?
  var total = 0
  do {
    let store = try FavoriteStore(path: place.favorites, limit: place.maximumFavorites)
    favorites = try store.identifiers()
    let query = try CityQuery(request.text)
    if place.hasFavoritesOnly, query.isEmpty {
      let wanted = try store.all().filter { options.accepts($0.city) }
      total = wanted.count
      for (index, favorite) in wanted.prefix(mostRows).enumerated() {
        let city = try search.city(favorite.city.id) ?? favorite.city
        matches.append(CityMatch(city: city, kind: .id, rank: index + 1))
      }
    } else {
      var options = options
      options.limit = mostRows
      if place.hasFavoritesOnly { options.identifiers = favorites }
      total = try search.find(query, options, countsAll: true) { matches.append($0) }
    }
  } catch {
    message = "\(error)"
  }
  last.keep(matches)
  let rows = matches.map { row($0.city, isMarked: favorites.contains($0.city.id)) }
  return SearchResults(rows: rows, total: total, elapsed: .now - start, message: message)
}

private func toggled(
  _ identifier: Int64, _ search: CitySearch, _ place: InteractiveFind.Place,
  _ environment: Environment
) -> MarkAnswer {
  do {
    let store = try FavoriteStore(path: place.favorites, limit: place.maximumFavorites)
    let change = try store.change(
      identifier, .toggle, city: try search.city(identifier), now: environment.now)
    return .isMarked(change.isFavorite)
  } catch {
    return .refused("\(error)")
  }
}
