internal import WirelineCore

/// The statements of a search, prepared on first use: most runs make one kind of query once.
final class CityStatements {
  enum Kind {
    case prefix, exact, country, wholeCountry, countryRange, alias, identifier, all

    fileprivate var sql: String {
      // The columns of a city, and the fold.
      let from = "SELECT id, name, country, latitude, longitude, more, fold FROM city"
      let order = "ORDER BY fold, unpopularity, country, id"
      return switch self {
      case .prefix: "\(from) WHERE fold >= ?1 AND fold < ?2 \(order)"
      case .exact: "\(from) WHERE fold = ?1 \(order)"
      case .country: "\(from) WHERE country >= ?1 AND country < ?2 \(order)"
      // For exactly one country the index returns the rows in order.
      case .wholeCountry: "\(from) WHERE country = ?1 \(order)"
      // The first and the last country in a range.
      case .countryRange:
        """
        SELECT (SELECT min(country) FROM city WHERE country >= ?1 AND country < ?2),
          (SELECT max(country) FROM city WHERE country >= ?1 AND country < ?2)
        """
      case .alias:
        """
        SELECT c.id, c.name, c.country, c.latitude, c.longitude, c.more, c.fold
        FROM alias a JOIN city c ON c.id = a.id WHERE a.fold >= ?1 AND a.fold < ?2
        ORDER BY a.fold, c.unpopularity, c.country, c.id
        """
      case .identifier: "\(from) WHERE id = ?1"
      case .all: "\(from) \(order)"
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

  /// Binds a range of all texts that begin with a prefix.
  func bind(_ kind: Kind, _ prefix: String) throws(SQLiteError) {
    let statement = try self[kind]
    try statement.bind(1, prefix)
    try statement.bind(2, prefix + "\u{10FFFF}")
  }

  func city(_ identifier: Int64) throws(SQLiteError) -> City? {
    let statement = try self[.identifier]
    try statement.bind(1, identifier)
    defer { statement.reset() }
    return try statement.step() ? City(statement, more: statement.text(5)) : nil
  }

  /// The first and the last country whose code begins with `code`; nil for no country.
  func countries(_ code: String) throws(SQLiteError) -> (first: String, last: String)? {
    try bind(.countryRange, code)
    let statement = try self[.countryRange]
    defer { statement.reset() }
    guard try statement.step(), !statement.isNull(0) else { return nil }
    return (statement.text(0), statement.text(1))
  }
}
