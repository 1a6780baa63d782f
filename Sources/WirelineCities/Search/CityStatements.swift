internal import WirelineCore

/// The statements of a search, prepared on first use: most runs make one kind of query once.
final class CityStatements {
  enum Kind {
    /// Cities whose names are in a range of folds, in order, within limits of unpopularity.
    case names
    /// The same by alternate names.
    case aliasNames
    /// The keys of cities with a name, the largest first.
    case whole, wholeAlias
    /// The keys of cities with known population whose names are in a range.
    case popular, popularAlias
    /// The best matches of a prefix.
    case best
    /// Cities of one country, or of countries in a range, in order of rank or name.
    case country, countries, countriesByName
    case regions, identifier

    fileprivate var sql: String {
      let columns = """
        c.id, c.name, c.country, c.latitude, c.longitude, c.more, c.fold, c.region, c.unpopularity
        """
      let key = "SELECT id, country, unpopularity FROM"
      let limits = "c.unpopularity >= ?3 AND c.unpopularity <= ?4"
      let range = "fold >= ?1 AND fold <= ?2"
      // The order of the primary keys, which makes searches with different limits agree.
      let order = "ORDER BY fold, unpopularity, country, id"
      return switch self {
      case .names:
        """
        SELECT \(columns), c.fold FROM city c
        WHERE c.fold >= ?1 AND c.fold <= ?2 AND \(limits)
        ORDER BY c.fold, c.unpopularity, c.country, c.id
        """
      case .aliasNames:
        """
        SELECT \(columns), a.fold FROM alias a JOIN city c ON c.id = a.id
        WHERE a.fold >= ?1 AND a.fold <= ?2 AND a.unpopularity >= ?3 AND a.unpopularity <= ?4
        ORDER BY a.fold, a.unpopularity, a.country, a.id
        """
      case .whole: "\(key) city WHERE fold = ?1 AND unpopularity <= ?2 \(order)"
      case .wholeAlias: "\(key) alias WHERE fold = ?1 AND unpopularity <= ?2 \(order)"
      case .popular:
        "\(key) city INDEXED BY city_popular WHERE \(range) AND unpopularity < 0 \(order)"
      case .popularAlias: "\(key) alias WHERE \(range) AND unpopularity < 0 \(order)"
      case .best: "SELECT ids FROM best WHERE fold = ?1"
      // For one country the index returns the rows in order.
      case .country:
        """
        SELECT \(columns) FROM city c WHERE c.country = ?1 AND \(limits)
        ORDER BY c.unpopularity, c.fold, c.country, c.id
        """
      case .countries:
        """
        SELECT \(columns) FROM city c WHERE c.country >= ?1 AND c.country <= ?2 AND \(limits)
        ORDER BY c.unpopularity, c.fold, c.country, c.id
        """
      case .countriesByName:
        """
        SELECT \(columns) FROM city c WHERE c.country >= ?1 AND c.country <= ?2 AND \(limits)
        ORDER BY c.fold, c.unpopularity, c.country, c.id
        """
      case .regions: "SELECT country, code FROM region WHERE \(range) OR code = ?1"
      case .identifier: "SELECT \(columns) FROM city c WHERE c.id = ?1"
      }
    }
  }

  private let database: SQLiteDatabase
  private var prepared: [Kind: SQLiteStatement] = [:]

  init(_ database: SQLiteDatabase) { self.database = database }

  subscript(kind: Kind) -> SQLiteStatement {
    get throws(SQLiteError) {
      if let statement = prepared[kind] { return statement }
      let statement = try database.prepare(kind.sql)
      prepared[kind] = statement
      return statement
    }
  }

  /// Binds a range of texts: those that begin with a prefix, or one text.
  func bind(
    _ kind: Kind, _ text: String, isWhole: Bool = false, unpopularity: ClosedRange<Int64>? = nil
  ) throws(SQLiteError) {
    let statement = try self[kind]
    try statement.bind(1, text)
    try statement.bind(2, isWhole ? text : text + "\u{10FFFF}")
    guard let unpopularity else { return }
    try statement.bind(3, unpopularity.lowerBound)
    try statement.bind(4, unpopularity.upperBound)
  }

  func city(_ identifier: Int64) throws(SQLiteError) -> City? {
    let statement = try self[.identifier]
    try statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? City(statement) : nil
  }

  /// A city, and the fold of its region.
  func cityAndRegion(_ identifier: Int64) throws(SQLiteError) -> (city: City, region: [UInt8])? {
    let statement = try self[.identifier]
    try statement.bind(1, identifier)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return (try City(statement), Array(statement.bytes(7)))
  }

  /// The ids of the best matches of a prefix, at most `count`; nil if they are not stored.
  func best(_ fold: String, count: Int) throws(SQLiteError) -> [Int64]? {
    let statement = try self[.best]
    try statement.bind(1, fold)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return statement.bytes(0).split(separator: JSONByte.space).prefix(count).map(Self.integer)
  }

  private static func integer(_ text: Slice<UnsafeRawBufferPointer>) -> Int64 {
    // The negative number, because the smallest integer has no positive counterpart.
    var number: Int64 = 0
    for byte in text where byte != JSONByte.minus {
      number = number &* 10 &- Int64(byte &- JSONByte.zero)
    }
    return text.first == JSONByte.minus ? number : 0 &- number
  }
}
