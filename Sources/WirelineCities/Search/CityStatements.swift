internal import WirelineCore

/// The statements of a search, prepared on first use: most runs make one kind of query once.
final class CityStatements {
  enum Kind {
    case prefix, exact, country, wholeCountry, alias, identifier, all

    fileprivate var sql: String {
      let from = "SELECT id, name, country, latitude, longitude, more, fold FROM city"
      let order = "ORDER BY fold, unpopularity, country, id"
      return switch self {
      case .prefix: "\(from) WHERE fold >= ?1 AND fold < ?2 \(order)"
      case .exact: "\(from) WHERE fold = ?1 \(order)"
      case .country: "\(from) WHERE country >= ?1 AND country < ?2 \(order)"
      // For exactly one country the index returns the rows in order.
      case .wholeCountry: "\(from) WHERE country = ?1 \(order)"
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
}
