internal import Glibc
internal import WirelineCore

/// The columns of all cities in memory, in the order of the database, for the queries that its
/// index cannot answer: typing errors and distances.
final class CityColumns {
  // Fixed sizes and one text for all folds, without a pointer per city: a search reads both from
  // first to last.
  private struct Row {
    let identifier: Int64
    /// The offset of the fold in the text; the next row's is its end.
    let start: UInt32
    let unpopularity: Int32
    /// The first two bytes of the country's code.
    let country: UInt16
  }

  private var text: [UInt8] = []
  private var rows: [Row] = []
  private var tree: PointTree

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      SELECT fold, country, id, latitude, longitude, unpopularity FROM city
      ORDER BY \(CityOrder.columns())
      """)
    var points: [SIMD3<Double>] = []
    while try statement.step() {
      let start = UInt32(text.count)
      text.append(contentsOf: statement.bytes(0))
      let point = GeographicPoint(
        latitude: statement.double(3), longitude: statement.double(4))
      // An invalid point is not near any other.
      points.append(point?.vector ?? SIMD3(repeating: .infinity))
      rows.append(
        Row(
          identifier: statement.integer(2), start: start,
          unpopularity: Int32(clamping: statement.integer(5)),
          country: statement.bytes(1).prefix(2).reduce(0) { $0 << 8 | UInt16($1) }))
    }
    tree = PointTree(points)
  }

  /// The ids of names similar to the query, then of names with a similar prefix; of each those with
  /// the fewest errors first.
  ///
  /// - Parameter errors: the maximum number of errors; at most one in queries of less than five
  ///   letters, and none in queries of less than three.
  func rows(like query: String, errors: Int) -> [[CityCandidate]] {
    // Scalars, not bytes: a wrong letter is one error in any script.
    let query = query.unicodeScalars.map(\.value)
    let limit = min(errors, query.count < 3 ? 0 : query.count < 5 ? 1 : 2)
    guard limit > 0 else { return [] }
    var distance = EditDistance()
    var name: [UInt32] = []
    var found: [[CityCandidate]] = Array(repeating: [], count: 2 * limit)
    text.withUnsafeBytes { text in
      for (index, row) in rows.enumerated() {
        let end = index + 1 < rows.count ? Int(rows[index + 1].start) : text.count
        CityFolding.decode(
          UnsafeRawBufferPointer(rebasing: text[Int(row.start)..<end]), to: &name)
        // The prefix search finds names that begin with the query.
        if let errors = distance.errors(from: query, to: name, limit: limit), errors.beginning > 0 {
          let bucket = errors.whole ?? limit + errors.beginning
          found[bucket - 1].append(
            CityCandidate(id: row.identifier, score: Int64(row.unpopularity)))
        }
      }
    }
    return found
  }

  /// The ids of the cities closest to a point, the closest first, and their distances.
  ///
  /// - Parameters:
  ///   - kilometres: the maximum distance; nil for no limit.
  ///   - accepts: whether to find the city with an id, an unpopularity and a country.
  func nearest(
    to point: GeographicPoint, within kilometres: Double?, limit: Int,
    _ accepts: (Int64, Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [(identifier: Int64, kilometres: Double)] {
    // The square of a chord: half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    let found = tree.nearest(to: point.vector, within: widest, limit: limit) { index in
      let row = rows[index]
      return withUnsafeBytes(of: row.country.bigEndian) { code in
        // A code of one letter is the lower byte.
        let country = row.country < 256 ? UnsafeRawBufferPointer(rebasing: code[1...]) : code
        return accepts(row.identifier, Int64(row.unpopularity), country)
      }
    }
    return found.map { (rows[$0.index].identifier, GeographicPoint.kilometres(chord: $0.chord)) }
  }
}
