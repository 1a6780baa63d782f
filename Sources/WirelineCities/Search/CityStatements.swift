internal import WirelineCore

/// The first columns of the statements that find cities. Those of a whole city follow.
enum CityColumn {
  static let (id, country, unpopularity) = (0, 1, 2)
  /// The fold of the name that matches, which may be an alternate name.
  static let matchedFold = 3
  static let (region, fold) = (4, 5)
}

extension SQLiteStatement {
  func city() throws(SQLiteError) -> City { try City(self, at: 6) }
}

/// The statements of a search, prepared on first use: most runs make one kind of query once.
final class CityStatements {
  enum Kind {
    /// Cities whose names are in a range of folds, in order, within limits of unpopularity.
    case names
    /// The same by alternate names.
    case aliasNames
    /// The first columns for cities with known population whose names are in a range.
    case popular, popularAlias
    /// Cities of one country, or of countries in a range, in order of rank or name.
    case country, countries, countriesByName
    case regions, identifier

    fileprivate var sql: String {
      func columns(_ matched: String = "c.fold") -> String {
        """
        c.id, c.country, c.unpopularity, \(matched), c.region, c.fold,
        c.id, c.name, c.country, c.latitude, c.longitude, c.more
        """
      }
      // Only columns of the primary key, which every index contains: no row is read.
      let key = "SELECT id, country, unpopularity, fold FROM"
      let limits = "c.unpopularity >= ?3 AND c.unpopularity <= ?4"
      let range = "fold >= ?1 AND fold <= ?2"
      let first: CityOrder.Column? = self == .countriesByName ? nil : .unpopularity
      return switch self {
      case .names:
        """
        SELECT \(columns()) FROM city c
        WHERE c.fold >= ?1 AND c.fold <= ?2 AND \(limits)
        ORDER BY \(CityOrder.columns(of: "c."))
        """
      case .aliasNames:
        """
        SELECT \(columns("a.fold")) FROM alias a JOIN city c ON c.id = a.id
        WHERE a.fold >= ?1 AND a.fold <= ?2 AND a.unpopularity >= ?3 AND a.unpopularity <= ?4
        ORDER BY \(CityOrder.columns(of: "a."))
        """
      // A range of the primary key would also contain the unknown populations.
      case .popular:
        """
        \(key) city INDEXED BY city_popular WHERE \(range) AND unpopularity < 0
        ORDER BY \(CityOrder.columns())
        """
      case .popularAlias:
        "\(key) alias WHERE \(range) AND unpopularity < 0 ORDER BY \(CityOrder.columns())"
      // For one country the index returns the rows in order.
      case .country, .countries, .countriesByName:
        """
        SELECT \(columns()) FROM city c
        WHERE \(self == .country ? "c.country = ?1" : "c.country >= ?1 AND c.country <= ?2")
          AND \(limits)
        ORDER BY \(CityOrder.columns(of: "c.", first: first))
        """
      case .regions: "SELECT country, code FROM region WHERE \(range) OR code = ?1"
      case .identifier: "SELECT \(columns()) FROM city c WHERE c.id = ?1"
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
    // BINARY collation compares UTF-8 bytes, and the last scalar of Unicode has the highest ones.
    try statement.bind(2, isWhole ? text : text + "\u{10FFFF}")
    guard let unpopularity else { return }
    try statement.bind(3, unpopularity.lowerBound)
    try statement.bind(4, unpopularity.upperBound)
  }

  func city(_ identifier: Int64) throws(SQLiteError) -> City? {
    try cityAndRegion(identifier)?.city
  }

  /// A city, and the fold of its region.
  func cityAndRegion(_ identifier: Int64) throws(SQLiteError) -> (city: City, region: [UInt8])? {
    let statement = try self[.identifier]
    try statement.bind(1, identifier)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return (try statement.city(), Array(statement.bytes(CityColumn.region)))
  }
}
