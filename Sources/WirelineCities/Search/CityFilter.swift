internal import WirelineCore

/// The countries and regions of an interpretation of a query.
struct CityFilter {
  var countries: [CountryFilter] = []
  var regions: [Region] = []

  struct Region {
    /// A code, or the start of a name.
    let fold: [UInt8]
    /// The regions with this code or name.
    let codes: [(country: [UInt8], code: [UInt8])]
    /// Whether to accept cities of these countries whose region is unknown.
    var acceptsUnknown = false

    /// - Parameter region: the fold of the code or name of a city's region.
    func accepts(_ country: UnsafeRawBufferPointer, _ region: UnsafeRawBufferPointer) -> Bool {
      if region.isEmpty {
        return acceptsUnknown && codes.contains { $0.country.elementsEqual(country) }
      }
      if region.elementsEqual(fold) { return true }
      if fold.count >= CountryNames.minimumLength, region.starts(with: fold) { return true }
      return codes.contains { $0.country.elementsEqual(country) && $0.code.elementsEqual(region) }
    }
  }

  var isEmpty: Bool { countries.isEmpty && regions.isEmpty }

  func accepts(_ country: UnsafeRawBufferPointer) -> Bool {
    countries.allSatisfy { $0.accepts(country) }
  }

  func accepts(_ country: UnsafeRawBufferPointer, region: UnsafeRawBufferPointer) -> Bool {
    accepts(country) && regions.allSatisfy { $0.accepts(country, region) }
  }
}

/// A city that a ranked search found, before its other columns are read.
struct CityCandidate {
  let id: Int64
  /// `CityScore`, or the unpopularity.
  let score: Int64
  var isFavorite = false

  /// Sorts candidates by rank; equal ones stay in their order. Of several with one id, the first
  /// remains.
  static func ranked(_ candidates: [CityCandidate]) -> [CityCandidate] {
    let order = candidates.enumerated().sorted { one, two in
      let (left, right) = (one.element, two.element)
      if left.isFavorite != right.isFavorite { return left.isFavorite }
      return (left.score, one.offset) < (right.score, two.offset)
    }
    var seen: Set<Int64> = []
    return order.map(\.element).filter { seen.insert($0.id).inserted }
  }
}

/// The favourites as the database has them.
struct FavoriteRows {
  struct Row {
    let id: Int64
    let fold: [UInt8]
    let country: [UInt8]
    let region: [UInt8]
    let unpopularity: Int64
  }

  let identifiers: Set<Int64>
  let rows: [Row]
  /// The favourites with alternate names in a range of folds.
  private let aliases: SQLiteStatement

  init(_ identifiers: Set<Int64>, _ database: SQLiteDatabase) throws(SQLiteError) {
    self.identifiers = identifiers
    let list = identifiers.map(String.init).joined(separator: ",")
    let statement = try database.prepare(
      """
      SELECT id, fold, country, region, unpopularity FROM city WHERE id IN (\(list))
      ORDER BY fold, unpopularity, country, id
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

  /// The favourites whose names begin with a fold, or are equal to it.
  func candidates(
    _ fold: [UInt8], isWhole: Bool, _ accepts: (Row) -> Bool
  ) throws(SQLiteError) -> [CityCandidate] {
    // Whether an alternate name matches, and whether it is the whole text.
    var byAlias: [Int64: Bool] = [:]
    if !rows.isEmpty, !fold.isEmpty {
      let text = String(decoding: fold, as: UTF8.self)
      try aliases.bind(1, text)
      try aliases.bind(2, isWhole ? text : text + "\u{10FFFF}")
      defer { aliases.reset() }
      while try aliases.step() {
        byAlias[aliases.integer(0), default: false] =
          byAlias[aliases.integer(0)] == true || aliases.integer(1) == 1
      }
    }
    return rows.compactMap { row in
      let isName = isWhole ? row.fold == fold : row.fold.starts(with: fold)
      guard isName || byAlias[row.id] != nil, accepts(row) else { return nil }
      let isWholeName = row.fold == fold || byAlias[row.id] == true
      return CityCandidate(
        id: row.id,
        score: isWholeName
          ? CityScore.whole(row.unpopularity)
          : CityScore.prefix(row.unpopularity, isAlias: !isName),
        isFavorite: true)
    }
  }
}
