import WirelineCities
import WirelineCore
import WirelineRequests

/// `cities-find`: search the city database.
@main
struct CitiesFind: SynchronousToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "cities-find", abstract: "Search cities by name.", operands: "[QUERY…]",
    mainOptions: [
      "limit", "offset", "country", "exact", "word-prefix", "fuzzy", "id", "near", "radius",
      "random", "interactive", "favorites", "favorite", "unfavorite", "toggle-favorite", "database",
      "envelope", "copy", "fields", "format", "quiet", "verbose",
    ],
    sharedOptions: { SharedOptions.declarations }
  ) { CitiesFind() }

  @Operand(
    "query", "a name's beginning: paris, or 'paris, fr'; without it, queries on stdin",
    values: .city)
  var queries: [String]
  var files = CityDatabaseOptions()
  @OptionGroup("Search") var search = FindOptions()
  @OptionGroup("Favourites") var favorites = FavoriteOptions()
  @OptionGroup("Records") var envelope = EnvelopeOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] {
    [search.modes, favorites.modes]
  }

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    try records.check()
    var options = try search.searchOptions()
    // `''` is every city; an empty line of a stream is none.
    options.emptyFindsAll = !queries.isEmpty
    let question = try question()
    if search.interactive { return try interact(options, context) }
    try check(question, context)
    let input = try input(question, context)
    let path = try CityDatabase.path(files.database, context)
    let place = try CityDatabase.favorites(files.favoritesFile, context)
    let store: FavoriteStore
    let identifiers: Set<Int64>
    do throws(FavoriteError) {
      store = try FavoriteStore(path: place, limit: favorites.maxFavorites?.value ?? 100)
      identifiers = try store.identifiers()
    } catch {
      context.diagnostics.error(error.description, hint: "give another --favorites-file")
      return ExitStatus(ErrorRecord(error, tool: context.tool))
    }
    if favorites.favorites { options.identifiers = identifiers }
    let search: CitySearch
    do throws(CityStoreError) {
      search = CitySearch(try CityStore(path: path))
    } catch {
      return report(error, context)
    }
    tellAge(path, context)
    let answer = FindAnswer(
      search: search, question: question, options: options, favorites: store,
      identifiers: identifiers, isEnvelope: envelope.envelope ?? false, context: context)
    return RecordLoop(
      context, input: input, records: records, names: CityQueryRecord.names,
      columns: answer.isEnvelope ? [] : ["name", "country", "latitude", "longitude", "favorite"],
      takesPlainText: true
    ).run(
      debounce: input.shape == .stream ? pause : nil,
      superseded: answer.writeSuperseded, answer.write)
  }

  /// How long a query of a stream waits for another; nil for no wait.
  private var pause: Duration? {
    search.debounce.flatMap { $0.duration > .zero ? $0.duration : nil }
  }

  /// - Throws: for options that would be left aside without a word.
  private func check(_ question: FindAnswer.Question, _ context: ToolContext) throws(UsageError) {
    switch question {
    case .random:
      guard context.isGiven("limit") || context.isGiven("offset") else { return }
      throw UsageError("--random says how many cities, and takes no --limit and no --offset")
    case .identifier, .change:
      if search.debounce == nil { return }
      throw UsageError("--debounce leaves queries aside: it is not for ids")
    case .name, .near, .favorites: break
    }
  }

  /// Data that cron has not refreshed for long is searched all the same; somebody
  /// at a terminal is told.
  private func tellAge(_ path: String, _ context: ToolContext) {
    guard context.streams.error.isTerminal, let checked = try? FileTime.modified(path) else {
      return
    }
    let days = (context.environment.now - checked) / 86_400
    guard days >= 7 else { return }
    context.diagnostics.warning("the data was last checked \(days) days ago: run cities-sync")
  }

  private func interact(
    _ options: CitySearchOptions, _ context: ToolContext
  ) throws(UsageError) -> ExitStatus {
    guard queries.count <= 1, search.near == nil, search.random == nil, !search.id,
      favorites.change == nil
    else { throw UsageError("--interactive takes one query at most, and no other question") }
    if envelope.envelope == true, context.isGiven("envelope") {
      throw UsageError("--interactive prints one city, and no envelope")
    }
    let path = try CityDatabase.path(files.database, context)
    do throws(CityStoreError) {
      _ = try CityStore(path: path)
    } catch {
      return report(error, context)
    }
    let place = InteractiveFind.Place(
      database: path, favorites: try CityDatabase.favorites(files.favoritesFile, context),
      maximumFavorites: favorites.maxFavorites?.value ?? 100,
      hasFavoritesOnly: favorites.favorites)
    var options = options
    options.emptyFindsAll = false
    return InteractiveFind(
      place: place, options: options, pause: search.debounce?.duration ?? .milliseconds(300),
      context: context
    ).run(text: queries.first ?? "")
  }

  private func question() throws(UsageError) -> FindAnswer.Question {
    if let change = favorites.change { return .change(change) }
    if let place = search.near { return .near(place, within: search.radius?.kilometres) }
    if let count = search.random { return .random(count.value) }
    if search.id { return .identifier }
    return favorites.favorites && queries.isEmpty ? .favorites : .name
  }

  private func input(
    _ question: FindAnswer.Question, _ context: ToolContext
  ) throws(UsageError) -> PipeInput {
    switch question {
    case .near, .random:
      guard queries.isEmpty else { throw UsageError("--near and --random take no query") }
      return .options
    case .favorites: return .options
    case .name, .identifier, .change:
      if queries.isEmpty {
        try context.requireInput(hint: "give a name, or pipe queries into cities-find")
      }
      return PipeInput(operands: queries, context: context)
    }
  }

  private func report(_ error: CityStoreError, _ context: ToolContext) -> ExitStatus {
    context.diagnostics.error(error.description, hint: error.hint)
    return ExitStatus(ErrorRecord(error, tool: context.tool))
  }
}
