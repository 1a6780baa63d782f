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
}

/// Writes the output lines of one query.
struct CityQueryWriter {
  let search: CitySearch
  let operation: FindOperation
  let options: CitySearchOptions
  let favorites: FavoriteStore
  let identifiers: Set<Int64>
  let isEnvelope: Bool
  /// Whether each query has one record.
  var hasRecordPerQuery: Bool {
    if case .name(resolves: true) = operation { true } else { isEnvelope }
  }
  /// Whether to report a query that no city matches.
  let explainsMisses: Bool
  let context: ToolContext

  func write(_ item: InputItem, _ writer: inout JSONWriter) -> RecordLoop.Outcome {
    do throws(ErrorRecord) {
      let count =
        if case .name(resolves: true) = operation {
          try writeResolution(item, &writer)
        } else {
          try isEnvelope ? writeEnvelope(item, &writer) : writeCities(item, &writer)
        }
      if count == 0, explainsMisses { explainMiss(item) }
      return .found(count)
    } catch {
      return .failed(error)
    }
  }

  private func writeCities(
    _ item: InputItem, _ writer: inout JSONWriter
  ) throws(ErrorRecord) -> Int {
    try find(item, countsAll: false) { record in
      // Without `writeRecord`, whose closure costs 4 % of a query.
      writer.beginObject()
      record.writeFields(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }

  /// - Returns: the number of cities, also beyond the limit.
  private func writeEnvelope(
    _ item: InputItem, _ writer: inout JSONWriter
  ) throws(ErrorRecord) -> Int {
    let start = ContinuousClock.now
    var records: [CityRecord] = []
    let total = try find(item, countsAll: true) { records.append($0) }
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .query(text(item)), elapsed: .now - start, total: total)
    item.writeRecord(to: &writer) { writer in
      envelope.writeFields(to: &writer) { writer in
        for record in records {
          writer.beginObject()
          record.writeCity(to: &writer)
          writer.endObject()
        }
      }
    }
    return total
  }

  /// - Returns: 1, or 0 if nothing was found.
  private func writeResolution(
    _ item: InputItem, _ writer: inout JSONWriter
  ) throws(ErrorRecord) -> Int {
    let query = try read(item, CityQueryRecord.query)
    let resolution = try cities(item) { () throws(CityStoreError) in
      try search.resolve(query, with: options)
    }
    let record = ResolutionRecord(
      ref: item.ref, query: query.text, resolution: resolution,
      isFavorite: resolution.map { identifiers.contains($0.match.city.id) } ?? false)
    item.writeRecord(to: &writer, record.writeFields)
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
    guard case .name = operation else {
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
    var similar: City?
    _ = try? search.find(query, with: options) { similar = $0.city }
    return similar.map {
      "did you mean \"\($0.name)\($0.country.isEmpty ? "" : ", \($0.country)")\"?"
    }
  }

  private func text(_ item: InputItem) -> String {
    guard case .name = operation else { return item.object == nil ? item.text : "" }
    return (try? CityQueryRecord.query(item).text) ?? ""
  }

  private func find(
    _ item: InputItem, countsAll: Bool, _ body: (CityRecord) -> Void
  ) throws(ErrorRecord) -> Int {
    guard context.diagnostics.level >= .verbose else {
      return try perform(item, countsAll: countsAll, body)
    }
    let start = ContinuousClock.now
    let total = try perform(item, countsAll: countsAll, body)
    context.diagnostics.verbose(
      "\"\(item.text)\": \(total) cities in \(StatusLine.time(.now - start))")
    return total
  }

  private func perform(
    _ item: InputItem, countsAll: Bool, _ body: (CityRecord) -> Void
  ) throws(ErrorRecord) -> Int {
    // `pass` captures these two instead of the larger values that contain them.
    let (ref, identifiers) = (item.ref, identifiers)
    func pass(_ match: CityMatch) {
      body(CityRecord(match: match, ref: ref, isFavorite: identifiers.contains(match.city.id)))
    }
    switch operation {
    case .name:
      let query = try read(item, CityQueryRecord.query)
      do throws(CityStoreError) {
        return try search.find(query, with: options, countsAll: countsAll, pass)
      } catch {
        throw ErrorRecord(error, tool: context.tool).about(item)
      }
    case .identifier:
      let identifier = try read(item, CityQueryRecord.identifier)
      let city = try cities(item) { () throws(CityStoreError) in try search.city(identifier) }
      guard let city, options.accepts(city) else { return 0 }
      pass(CityMatch(city: city, kind: .id, rank: 1))
      return 1
    case .near(let given, let kilometres):
      let point = if let given { given } else { try read(item, CityQueryRecord.point) }
      return try cities(item) { () throws(CityStoreError) in
        try search.find(near: point, within: kilometres, with: options, pass)
      }
    case .favorites: return try listFavorites(item, body)
    case .change(let change):
      body(try self.change(try read(item, CityQueryRecord.identifier), by: change, for: item))
      return 1
    }
  }

  private func read<Value>(
    _ item: InputItem, _ read: (InputItem) throws(InputRecordError) -> Value
  ) throws(ErrorRecord) -> Value {
    do throws(InputRecordError) {
      return try read(item)
    } catch {
      throw ErrorRecord(error, item: item, tool: context.tool)
    }
  }

  private func cities<Value>(
    _ item: InputItem, _ body: () throws(CityStoreError) -> Value
  ) throws(ErrorRecord) -> Value {
    do throws(CityStoreError) {
      return try body()
    } catch {
      throw ErrorRecord(error, tool: context.tool).about(item)
    }
  }

  private func stored<Value>(
    _ item: InputItem, _ body: () throws(FavoriteError) -> Value
  ) throws(ErrorRecord) -> Value {
    try converting({ ErrorRecord($0, tool: context.tool).about(item) }, body)
  }

  private func listFavorites(
    _ item: InputItem, _ body: (CityRecord) -> Void
  ) throws(ErrorRecord) -> Int {
    let stored = try stored(item, favorites.all)
    let accepted = try cities(item) { () throws(CityStoreError) in
      try search.cities(of: stored, with: options)
    }
    let last = options.limit > 0 ? options.offset + options.limit : accepted.count
    for (index, favorite) in accepted.enumerated().prefix(last).dropFirst(options.offset) {
      let match = CityMatch(city: favorite.city, kind: .id, rank: index + 1)
      body(
        CityRecord(match: match, ref: item.ref, isFavorite: true, isOrphan: favorite.isOrphan))
    }
    return accepted.count
  }

  private func change(
    _ identifier: Int64, by change: FavoriteStore.Change, for item: InputItem
  ) throws(ErrorRecord) -> CityRecord {
    let city = try cities(item) { () throws(CityStoreError) in try search.city(identifier) }
    let (changed, isFavorite) = try stored(item) { () throws(FavoriteError) in
      try favorites.change(identifier, by: change, city: city, now: context.environment.now)
    }
    if change == .add, identifiers.contains(identifier) {
      context.diagnostics.warning("\(changed.name) (\(identifier)) is already a favourite")
    }
    return CityRecord(
      match: CityMatch(city: changed, kind: .id, rank: 1), ref: item.ref, isFavorite: isFavorite,
      isOrphan: city == nil)
  }
}
