/// The orders of cities, for SQL and for comparisons in Swift.
///
/// - By name: the columns from `fold` to `id`. This is the primary key, so the rows of a range of
///   names are read in their order, and as no two rows are equal, searches with different limits
///   agree.
/// - Within a country: by population, then by name.
/// - By rank, for a text: favourites, then the lowest `CityScore`, then by name
///   (`CityCandidate.ranked`).
enum CityOrder {
  enum Column: String, CaseIterable { case fold, unpopularity, country, id }

  /// The columns by name in SQL.
  ///
  /// - Parameters:
  ///   - table: the alias of the table, with a full stop.
  ///   - first: a column to compare before the others.
  static func columns(of table: String = "", first: Column? = nil) -> String {
    let columns = [first].compactMap(\.self) + Column.allCases.filter { $0 != first }
    return columns.map { table + $0.rawValue }.joined(separator: ", ")
  }
}
