/// The orders of cities, for SQL and for comparisons in Swift.
///
/// - By name: the columns from `fold` to `id`. This is the primary key, so the rows of a range of
///   names are read in their order, and as no two rows are equal, searches with different limits
///   agree.
/// - Within a country: by population, then by name.
/// - By rank, for a text: favourites, then the lowest `CityScore`, then by name
///   (`CityCandidate.ranked`).
enum CityOrder {
  enum Column: String {
    case fold, unpopularity, country, id

    /// The column that decides if the values in this one are equal.
    var next: Column? {
      switch self {
      case .fold: .unpopularity
      case .unpopularity: .country
      case .country: .id
      case .id: nil
      }
    }
  }

  /// The columns by name in SQL.
  ///
  /// - Parameters:
  ///   - table: the alias of the table, with a full stop.
  ///   - first: a column to compare before the others.
  static func columns(of table: String = "", first: Column? = nil) -> String {
    var text = first.map { table + $0.rawValue } ?? ""
    var next: Column? = .fold
    while let column = next {
      if column != first { text += (text.isEmpty ? "" : ", ") + table + column.rawValue }
      next = column.next
    }
    return text
  }
}
