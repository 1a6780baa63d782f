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
    screen.text = text
    screen.pause = pause
    screen.isStyled = context.common.color.isColored(
      StandardStreams.Stream(descriptor: -1, isTerminal: true), environment: context.environment)
    let session = InteractiveSession(
      terminal: terminal, options: screen, shutdown: context.shutdown
    ) { [place, options, environment = context.environment] in
      source(place, options, environment)
    }
    switch session.run() {
    case .accepted(let identifier): return print(identifier)
    case .quit(let status): return status
    case .failed(let message):
      context.diagnostics.error(message)
      return .internalFault
    }
  }

  /// The record of the city that was chosen.
  private func print(_ identifier: Int64) -> ExitStatus {
    guard let store = try? CityStore(path: place.database),
      let city = try? CitySearch(store).city(identifier)
    else {
      context.diagnostics.error("the city \(identifier) is gone from the data")
      return .failure
    }
    let favorites = try? FavoriteStore(path: place.favorites).identifiers()
    var writer = JSONWriter()
    writer.beginObject()
    CityRecord(
      CityMatch(city: city, kind: .id, rank: 1), ref: Array("1".utf8),
      isFavorite: favorites?.contains(identifier) ?? false
    ).writeMembers(to: &writer)
    writer.endObject()
    writer.endLine()
    return PrintedRecord.print(writer.bytes, context)
  }
}

/// What is searched in, on the thread that searches.
private func source(
  _ place: InteractiveFind.Place, _ options: CitySearchOptions, _ environment: Environment
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
    search: { request in found(request, search, place, options) },
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
  _ options: CitySearchOptions
) -> SearchResults {
  let start = ContinuousClock.now
  var rows: [SearchRow] = []
  var message: String?
  var total = 0
  do {
    let store = try FavoriteStore(path: place.favorites, limit: place.maximumFavorites)
    let query = try CityQuery(request.text)
    if place.hasFavoritesOnly, query.isEmpty {
      let favorites = try store.all().filter { options.accepts($0.city) }
      rows = try favorites.prefix(mostRows).map { favorite in
        row(try search.city(favorite.city.id) ?? favorite.city, isMarked: true)
      }
      total = favorites.count
    } else {
      let favorites = try store.identifiers()
      var options = options
      options.limit = mostRows
      if place.hasFavoritesOnly { options.identifiers = favorites }
      total = try search.find(query, options, countsAll: true) { match in
        rows.append(row(match.city, isMarked: favorites.contains(match.city.id)))
      }
    }
  } catch {
    message = "\(error)"
  }
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
