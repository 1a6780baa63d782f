import WirelineCities
import WirelineCore

/// One query → its lines.
struct FindAnswer {
  /// What is asked of the database.
  enum Question {
    case name
    case identifier
    case near(GeographicPoint, within: Double?)
    case random(Int)
    case favorites
    case change(FavoriteStore.Change)
  }

  let search: CitySearch
  let question: Question
  let options: CitySearchOptions
  let favorites: FavoriteStore
  /// The ids of all favourites.
  let identifiers: Set<Int64>
  let isEnvelope: Bool
  let context: ToolContext

  func write(_ item: InputItem, _ writer: inout JSONWriter) -> RecordLoop.Answer {
    do throws(ErrorRecord) {
      return .found(
        try isEnvelope ? writeEnvelope(item, &writer) : writeCities(item, &writer))
    } catch {
      return .failed(error)
    }
  }

  private func writeCities(
    _ item: InputItem, _ writer: inout JSONWriter
  ) throws(ErrorRecord) -> Int {
    var lines = JSONWriter()
    swap(&lines, &writer)
    defer { swap(&lines, &writer) }
    return try find(item, countsAll: false) { match, isFavorite, isOrphan in
      lines.beginObject()
      CityRecord(match, ref: item.ref, isFavorite: isFavorite, isOrphan: isOrphan)
        .writeMembers(to: &lines)
      item.writeCopied(to: &lines)
      lines.endObject()
      lines.endLine()
    }
  }

  private func writeEnvelope(
    _ item: InputItem, _ writer: inout JSONWriter
  ) throws(ErrorRecord) -> Int {
    let start = ContinuousClock.now
    var records: [CityRecord] = []
    let total = try find(item, countsAll: true) { match, isFavorite, isOrphan in
      records.append(
        CityRecord(match, ref: item.ref, isFavorite: isFavorite, isOrphan: isOrphan))
    }
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .query(text(item)), elapsed: .now - start, total: total)
    writer.beginObject()
    envelope.writeMembers(to: &writer) { writer in
      for record in records {
        writer.beginObject()
        record.writeCity(to: &writer)
        writer.endObject()
      }
    }
    item.writeCopied(to: &writer)
    writer.endObject()
    writer.endLine()
    return records.count
  }

  /// What stands for a query that another one came after.
  func writeSuperseded(_ item: InputItem, _ writer: inout JSONWriter) {
    var envelope = EnvelopeRecord(
      ref: item.ref, question: .query(text(item)), elapsed: .zero, total: nil)
    envelope.isSuperseded = true
    writer.beginObject()
    envelope.writeMembers(to: &writer) { _ in }
    item.writeCopied(to: &writer)
    writer.endObject()
    writer.endLine()
  }

  private func text(_ item: InputItem) -> String {
    guard case .name = question else { return item.object == nil ? item.text : "" }
    return (try? CityQueryRecord.query(item).text) ?? ""
  }

  /// - Parameter tell: gets each city, whether it is a favourite, and whether it
  ///   is gone from the data.
  /// - Returns: how many there are.
  private func find(
    _ item: InputItem, countsAll: Bool, _ tell: @escaping (CityMatch, Bool, Bool) -> Void
  ) throws(ErrorRecord) -> Int {
    let known = { (match: CityMatch) in tell(match, identifiers.contains(match.city.id), false) }
    switch question {
    case .name:
      let query = try read(item, CityQueryRecord.query)
      return try cities(item) { () throws(CityStoreError) in
        try search.find(query, options, countsAll: countsAll, known)
      }
    case .identifier:
      let identifier = try read(item, CityQueryRecord.identifier)
      return try cities(item) { () throws(CityStoreError) in
        guard let city = try search.city(identifier), options.accepts(city) else { return 0 }
        known(CityMatch(city: city, kind: .id, rank: 1))
        return 1
      }
    case .near(let place, let kilometres):
      return try cities(item) { () throws(CityStoreError) in
        try search.find(near: place, within: kilometres, options, known)
      }
    case .random(let count):
      return try cities(item) { () throws(CityStoreError) in
        try search.random(count, options, known)
      }
    case .favorites: return try listFavorites(item, tell)
    case .change(let change):
      try self.change(try read(item, CityQueryRecord.identifier), change, item, tell)
      return 1
    }
  }

  private func read<Value>(
    _ item: InputItem, _ read: (InputItem) throws(RecordFault) -> Value
  ) throws(ErrorRecord) -> Value {
    do throws(RecordFault) {
      return try read(item)
    } catch {
      throw ErrorRecord(error, item: item, tool: context.tool)
    }
  }

  private func cities(
    _ item: InputItem, _ body: () throws(CityStoreError) -> Int
  ) throws(ErrorRecord) -> Int {
    do throws(CityStoreError) {
      return try body()
    } catch {
      throw ErrorRecord(error, tool: context.tool).about(item)
    }
  }

  // MARK: Favourites

  private func listFavorites(
    _ item: InputItem, _ tell: (CityMatch, Bool, Bool) -> Void
  ) throws(ErrorRecord) -> Int {
    let all: [Favorite]
    do throws(FavoriteError) {
      all = try favorites.all()
    } catch {
      throw ErrorRecord(error, tool: context.tool).about(item)
    }
    return try cities(item) { () throws(CityStoreError) in
      var rank = 0
      for favorite in all where options.accepts(favorite.city) {
        rank += 1
        if rank <= options.offset { continue }
        if options.limit > 0, rank > options.offset + options.limit { continue }
        let city = try search.city(favorite.city.id)
        tell(
          CityMatch(city: city ?? favorite.city, kind: .id, rank: rank), true, city == nil)
      }
      return rank
    }
  }

  private func change(
    _ identifier: Int64, _ change: FavoriteStore.Change, _ item: InputItem,
    _ tell: (CityMatch, Bool, Bool) -> Void
  ) throws(ErrorRecord) {
    var city: City?
    _ = try cities(item) { () throws(CityStoreError) in
      city = try search.city(identifier)
      return 0
    }
    do throws(FavoriteError) {
      let (changed, isFavorite) = try favorites.change(
        identifier, change, city: city, now: context.environment.now)
      tell(CityMatch(city: changed, kind: .id, rank: 1), isFavorite, city == nil)
    } catch {
      throw ErrorRecord(error, tool: context.tool).about(item)
    }
  }
}
