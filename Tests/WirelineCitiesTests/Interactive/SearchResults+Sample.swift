import WirelineCities
import WirelineCore

extension SearchResults {
  /// So many rows, with identifiers from 0 on.
  static func sample(_ count: Int) -> SearchResults {
    let rows = (0..<count).map {
      SearchRow(id: Int64($0), columns: ["name \($0)", "FR"], isMarked: false)
    }
    return SearchResults(rows: rows, total: count, elapsed: .microseconds(400))
  }
}
