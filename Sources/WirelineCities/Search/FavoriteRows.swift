internal import WirelineCore

/// The favourites as the database has them.
struct FavoriteRows {
  struct Row {
    let id: Int64
    let fold: [UInt8]
    let country: [UInt8]
    let region: [UInt8]
    let unpopularity: Int64

    func isAccepted(by filter: CityFilter, _ options: CitySearchOptions) -> Bool {
      country.withUnsafeBytes { country in
        options.accepts(id, country: country)
          && region.withUnsafeBytes { filter.accepts(country, region: $0) }
      }
    }
  }

  let identifiers: Set<Int64>
  let rows: [Row]
  /// The favourites with alternate names in a range of folds.
  private let aliases: SQLiteStatement

  init(_ identifiers: Set<Int64>, _ database: SQLiteDatabase) throws(SQLiteError) {
    self.identifiers = identifiers
    // In the text of the statement, because their number varies; integers need no quotes.
    let list = identifiers.map(String.init).joined(separator: ",")
    let statement = try database.prepare(
      """
      SELECT id, fold, country, region, unpopularity FROM city WHERE id IN (\(list))
      ORDER BY \(CityOrder.columns())
      """)
    var rows: [Row] = []
    while try statement.step() {
      rows.append(
        Row(
          id: statement.integer(0), fold: Array(statement.bytes(1)),
          country: Array(statement.bytes(2)), region: Array(statement.bytes(3)),
          unpopularity: statement.integer(4)))
    }
    self.rows = rows
    aliases = try database.prepare(
      "SELECT id, fold = ?1 FROM alias WHERE fold >= ?1 AND fold <= ?2 AND id IN (\(list))")
  }

  /// The favourites that a search finds by their names or alternate names.
  func candidates(
    for criteria: CityCriteria, _ options: CitySearchOptions
  ) throws(SQLiteError) -> [CityCandidate] {
    // Whether an alternate name matches, and whether it is the whole text.
    var byAlias: [Int64: Bool] = [:]
    if !rows.isEmpty, !criteria.fold.isEmpty {
      let text = criteria.text
      try aliases.bind(1, text)
      try aliases.bind(2, criteria.isWhole ? text : text + "\u{10FFFF}")
      defer { aliases.reset() }
      while try aliases.step() {
        let id = aliases.integer(0)
        byAlias[id] = byAlias[id] == true || aliases.integer(1) == 1
      }
    }
    // Favourites are few, so each is compared instead of being searched for in the index.
    return rows.compactMap { row in
      let isName = row.fold.withUnsafeBytes(criteria.matches)
      guard isName || byAlias[row.id] != nil, row.isAccepted(by: criteria.filter, options) else {
        return nil
      }
      let isWholeName = row.fold == criteria.fold || byAlias[row.id] == true
      return CityCandidate(
        id: row.id,
        score: isWholeName
          ? CityScore.whole(row.unpopularity)
          : CityScore.prefix(row.unpopularity, isAlias: !isName),
        isFavorite: true)
    }
  }
}
