internal import WirelineCore
internal import WirelineRequests

/// The operation of `cities-find` on each query.
enum FindOperation {
  /// - Parameter resolves: whether to write only the best match.
  case name(resolves: Bool)
  case identifier
  /// The cities near a point; with nil, the point is read from each item.
  case near(GeographicPoint?, within: Double?)
  case favorites
  case change(FavoriteStore.Change)

  var isName: Bool { if case .name = self { true } else { false } }
}

/// Writes the output lines of one query.
struct CityQueryWriter {
  let search: CitySearch
  let operation: FindOperation
  let options: CitySearchOptions
  let favorites: FavoriteStore
  let isEnvelope: Bool
  /// Whether each query has one record.
  var hasRecordPerQuery: Bool {
    if case .name(resolves: true) = operation { true } else { isEnvelope }
  }
  /// Whether to report a query that no city matches.
  let explainsMisses: Bool
  let context: ToolContext

  func write(_ item: InputItem, _ writer: inout JSONWriter) -> RecordLoop.Outcome {
    do {
      let count =
        if case .name(resolves: true) = operation {
          try writeResolution(item, &writer)
        } else {
          try isEnvelope ? writeEnvelope(item, &writer) : writeCities(item, &writer)
        }
      if count == 0, explainsMisses { explainMiss(item) }
      return .found(count)
    } catch {
      return .failed(record(of: error, item).about(item))
    }
  }

  private func record(of error: any Error, _ item: InputItem) -> ErrorRecord {
    switch error {
    case let error as InputRecordError: ErrorRecord(error, item: item, tool: context.tool)
    case let error as CityStoreError: ErrorRecord(error, tool: context.tool)
    case let error as FavoriteError: ErrorRecord(error, tool: context.tool)
    default: ErrorRecord(code: .internal, message: "\(error)", tool: context.tool)
    }
  }

  private func writeCities(_ item: InputItem, _ writer: inout JSONWriter) throws -> Int {
    let (matches, total) = try find(item)
    // By index, and without `writeRecord`: copies of matches and of the item take 5 % of a query.
    for index in matches.indices {
      writer.beginObject()
      writer.field("ref", raw: item.ref)
      matches[index].writeFields(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
    return total
  }

  /// - Returns: the number of cities, also beyond the limit.
  private func writeEnvelope(_ item: InputItem, _ writer: inout JSONWriter) throws -> Int {
    let start = ContinuousClock.now
    let (matches, total) = try find(item)
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .query(text(item)), elapsed: .now - start, total: total)
    item.writeRecord(to: &writer) { writer in
      envelope.writeFields(to: &writer) { writer in
        for match in matches { writer.object(match.writeFields) }
      }
    }
    return total
  }

  /// - Returns: 1, or 0 if nothing was found.
  private func writeResolution(_ item: InputItem, _ writer: inout JSONWriter) throws -> Int {
    let query = try CityQueryRecord.query(item)
    let resolution = try search.resolve(query, with: options)
    item.writeRecord(to: &writer) { writer in
      writer.field("ref", raw: item.ref)
      writer.field("query", query.text)
      // Rounded to a thousandth.
      writer.field("confidence", ((resolution?.confidence ?? 0) * 1000).rounded() / 1000)
      resolution?.match.writeFields(to: &writer)
      guard let other = resolution?.runnerUp else { return }
      writer.key("runner_up")
      writer.object { writer in
        other.writeFields(to: &writer)
        other.writeKnown(to: &writer)
      }
    }
    return resolution == nil ? 0 : 1
  }

  /// Writes the record of a query that a later one superseded.
  func writeSuperseded(_ item: InputItem, _ writer: inout JSONWriter) {
    var envelope = EnvelopeRecord(
      ref: item.ref, question: .query(text(item)), elapsed: .zero, total: nil)
    envelope.isSuperseded = true
    item.writeRecord(to: &writer) { envelope.writeFields(to: &$0) { _ in } }
  }

  private func explainMiss(_ item: InputItem) {
    guard operation.isName else {
      let quoted = item.text.isEmpty ? "" : " \"\(item.text)\""
      context.diagnostics.warning("no city matches\(quoted)")
      return
    }
    guard let query = try? CityQueryRecord.query(item), !query.isEmpty else { return }
    context.diagnostics.warning("no city matches \"\(query.text)\"")
    // The search for a similar name takes longer than the query; a script does not need it.
    guard context.streams.error.isTerminal, let hint = hint(query) else { return }
    context.diagnostics.hint(hint)
  }

  private func hint(_ query: CityQuery) -> String? {
    if GeographicPoint(query.text) != nil { return "give coordinates with --near" }
    if Int64(query.text) != nil { return "give ids with --id" }
    var options = options
    options.mode = .fuzzy(2)
    options.limit = 1
    options.offset = 0
    return (try? search.find(query, with: options))?.matches.first.map {
      "did you mean \"\($0.city.name)\($0.city.country.isEmpty ? "" : ", \($0.city.country)")\"?"
    }
  }

  private func text(_ item: InputItem) -> String {
    guard operation.isName else { return item.object == nil ? item.text : "" }
    return (try? CityQueryRecord.query(item).text) ?? ""
  }

  /// The cities of an item within offset and limit, and the number of all.
  private typealias Found = (matches: [CityMatch], total: Int)

  private func find(_ item: InputItem) throws -> Found {
    guard context.diagnostics.level >= .verbose else { return try perform(item) }
    let start = ContinuousClock.now
    let found = try perform(item)
    context.diagnostics.verbose(
      "\"\(item.text)\": \(found.total) cities in \(StatusLine.time(.now - start))")
    return found
  }

  private func perform(_ item: InputItem) throws -> Found {
    switch operation {
    case .name:
      let query = try CityQueryRecord.query(item)
      let results = try search.find(query, with: options, countsAll: isEnvelope)
      return (results.matches, results.total)
    case .near(let given, let kilometres):
      let point = try given ?? CityQueryRecord.point(item)
      let results = try search.find(near: point, within: kilometres, with: options)
      return (results.matches, results.total)
    case .identifier:
      let city = try search.city(try CityQueryRecord.identifier(item))
      guard let city, options.accepts(city) else { return ([], 0) }
      return ([CityMatch(city: city, isFavorite: options.favorites.contains(city.id))], 1)
    case .favorites:
      let all = try search.matches(of: try favorites.all(), with: options)
      let page = all.dropFirst(options.offset).prefix(options.limit > 0 ? options.limit : .max)
      return (Array(page), all.count)
    case .change(let change):
      return ([try self.change(try CityQueryRecord.identifier(item), by: change)], 1)
    }
  }

  private func change(_ identifier: Int64, by change: FavoriteStore.Change) throws -> CityMatch {
    let city = try search.city(identifier)
    let (changed, isFavorite) = try favorites.change(
      identifier, by: change, city: city, now: context.environment.now)
    if change == .add, options.favorites.contains(identifier) {
      context.diagnostics.warning("\(changed.name) (\(identifier)) is already a favourite")
    }
    return CityMatch(city: changed, isFavorite: isFavorite, isOrphan: city == nil)
  }
}
