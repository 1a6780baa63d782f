package import WirelineCore
internal import WirelineRequests

/// Runs `cities-find`: reads queries and writes cities, or searches interactively.
package struct FindRunner {
  private let arguments: FindArguments
  private let context: ToolContext

  package init(_ arguments: FindArguments, _ context: ToolContext) {
    self.arguments = arguments
    self.context = context
  }

  package func run() throws(UsageError) -> ExitStatus {
    var options = try arguments.search.searchOptions()
    let operation = try operation()
    let isInteractive = arguments.search.interactive
    let input = try isInteractive ? .options : input(for: operation)
    if isInteractive {
      try checkInteractive()
    } else {
      try arguments.records.check(readsInput: input.isRead)
    }
    let databasePath = try CityDataFile.database.path(arguments.files.database, context)
    let favoritesPath = try CityDataFile.favorites.path(arguments.files.favoritesFile, context)
    let search: CitySearch
    do throws(CityStoreError) {
      search = CitySearch(try CityStore(path: databasePath))
    } catch {
      return context.fail(ErrorRecord(error, tool: context.tool))
    }
    if isInteractive {
      return InteractiveFind(
        search: search, favoritesPath: favoritesPath, arguments: arguments, options: options,
        context: context
      ).run()
    }
    let favorites: FavoriteStore
    do throws(FavoriteError) {
      favorites = try FavoriteStore(path: favoritesPath, limit: arguments.favorites.limit)
      options.favorites = try favorites.identifiers()
    } catch {
      return context.fail(
        ErrorRecord(error, tool: context.tool), hint: "give another --favorites-file")
    }
    if arguments.favorites.favorites { options.identifiers = options.favorites }
    if case .favorites = operation, arguments.search.limit == nil { options.limit = 0 }
    warnIfOld(databasePath)
    if operation.isName { warnOfUnquotedName(search) }
    let writer = CityQueryWriter(
      search: search, operation: operation, options: options, favorites: favorites,
      isEnvelope: arguments.envelope.envelope ?? false,
      explainsMisses: input.shape != .stream, context: context)
    // City records have further fields of the source.
    if writer.isEnvelope { try context.checkFields(EnvelopeRecord.fields, arguments.records) }
    return write(input, with: writer)
  }

  private func write(_ input: PipeInput, with writer: CityQueryWriter) -> ExitStatus {
    var form = InputForm()
    form.columns = CityQueryRecord.names + ["id", "city"]
    form.acceptsColumnNames = writer.operation.isName
    form.acceptsNumbers = !writer.operation.isName
    let columns =
      arguments.search.resolve
      ? ["query", "confidence", "name", "region", "country", "matched"]
      : ["name", "region", "country", "latitude", "longitude", "favorite"]
    return ToolPipe(
      context, input: input, records: arguments.records, names: CityQueryRecord.names,
      view: .columns(writer.isEnvelope ? [] : columns), acceptsPlainText: true, form: form
    ).runLoop(
      debounce: input.shape == .stream ? debounce : nil, superseded: writer.writeSuperseded,
      onFinish: { outcome in
        guard outcome.misses > 0, outcome.isComplete, input.shape == .stream,
          !writer.hasRecordPerQuery
        else { return }
        context.diagnostics.warning(
          "\(outcome.misses) of \(outcome.items) queries matched no city")
        context.diagnostics.hint("--envelope prints one record per query")
      }, writer.write)
  }

  /// The time for which a query of a stream waits for one that supersedes it; nil for no delay.
  private var debounce: Duration? {
    arguments.search.debounce.flatMap { $0.duration > .zero ? $0.duration : nil }
  }

  private func operation() throws(UsageError) -> FindOperation {
    let search = arguments.search
    if let change = arguments.favorites.change { return .change(change) }
    if let near = search.near { return .near(near.point, within: search.radius?.kilometres) }
    if search.id { return .identifier }
    return arguments.favorites.favorites && arguments.queries.isEmpty && !search.resolve
      ? .favorites
      : .name(resolves: search.resolve)
  }

  private func input(for operation: FindOperation) throws(UsageError) -> PipeInput {
    switch operation {
    case .near(let point, _):
      guard arguments.queries.isEmpty else {
        throw UsageError("--near cannot be used with a query")
      }
      if point != nil { return .options }
      try context.requireInput(hint: "pipe coordinates into cities-find, such as 48.86,2.35")
      return PipeInput(operands: [], context: context)
    case .favorites: return .options
    case .name, .identifier, .change:
      if !operation.isName, arguments.search.debounce != nil {
        throw UsageError("--debounce cannot be used with ids")
      }
      if let index = arguments.queries.firstIndex(where: \.trimmingSpaces.isEmpty) {
        throw UsageError(
          "operand \(index + 1) is empty: expected \(operation.isName ? "a city" : "an id")",
          hint: operation.isName ? "'*' finds every city" : nil)
      }
      if arguments.queries.isEmpty {
        try context.requireInput(hint: "give a name, or pipe queries into cities-find")
      }
      return PipeInput(operands: arguments.queries, context: context)
    }
  }

  /// Warns a user at a terminal if no sync has checked the data for a week.
  private func warnIfOld(_ database: String) {
    guard context.streams.error.isTerminal, let checked = try? FileTime.modified(database) else {
      return
    }
    let days = (context.environment.now - checked) / 86_400
    guard days >= 7 else { return }
    context.diagnostics.warning("the data was last checked \(days) days ago: run cities-sync")
  }

  /// Warns a user at a terminal if the operands are the words of one city.
  private func warnOfUnquotedName(_ search: CitySearch) {
    let text = arguments.queries.joined(separator: " ")
    guard arguments.queries.count > 1, context.streams.error.isTerminal,
      let query = try? CityQuery(text)
    else { return }
    var options = CitySearchOptions()
    options.limit = 1
    guard let found = try? search.find(query, with: options), found.total > 0 else { return }
    context.diagnostics.warning("each of the \(arguments.queries.count) words is a query")
    context.diagnostics.hint("quote a name of several words: \"\(text)\"")
  }

  private func checkInteractive() throws(UsageError) {
    let search = arguments.search
    guard arguments.queries.count <= 1 else {
      throw UsageError("--interactive takes at most one query")
    }
    guard search.near == nil, !search.id, !search.resolve, arguments.favorites.change == nil else {
      throw UsageError("--interactive searches by name only")
    }
    if arguments.envelope.envelope == true, context.isGiven("envelope") {
      throw UsageError("--interactive cannot be used with --envelope")
    }
  }
}
