internal import Glibc
internal import WirelineCore

/// The columns of all cities in memory, in the order of the database, for the queries that its
/// index cannot answer: typing errors and distances.
struct CityColumns {
  private struct Row {
    let identifier: Int64
    /// The offset of the fold in the text.
    let start: UInt32
    let x: Float
    let y: Float
    let z: Float
    let unpopularity: Int32
    /// The first two bytes of the country's code.
    let country: UInt16
  }

  private var text: [UInt8] = [0x0A]
  private var rows: [Row] = []
  /// Degrees in double precision, because single precision has an error of a metre.
  private var coordinates: [(latitude: Double, longitude: Double)] = []
  /// The rows by latitude, for many points; empty at first.
  private var byLatitude: [Int32] = []

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      SELECT fold, country, id, latitude, longitude, unpopularity FROM city
      ORDER BY fold, unpopularity, country, id
      """)
    while try statement.step() {
      let start = UInt32(text.count)
      text.append(contentsOf: statement.bytes(0))
      text.append(0x0A)
      let (latitude, longitude) = (statement.double(3), statement.double(4))
      coordinates.append((latitude, longitude))
      let vector: (x: Double, y: Double, z: Double) =
        GeographicPoint(latitude: latitude, longitude: longitude)?.vector ?? (0, 0, 0)
      rows.append(
        Row(
          identifier: statement.integer(2), start: start, x: Float(vector.x), y: Float(vector.y),
          z: Float(vector.z), unpopularity: Int32(clamping: statement.integer(5)),
          country: Self.code(statement.bytes(1))))
    }
  }

  private static func code(_ country: UnsafeRawBufferPointer) -> UInt16 {
    country.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  private func withCountry<Value>(
    _ row: Row, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    var bytes = row.country.bigEndian
    return withUnsafeBytes(of: &bytes) { body(row.country < 256 ? .init(rebasing: $0[1...]) : $0) }
  }

  /// The ids of names similar to the query, then of names with a similar prefix; of each those with
  /// the fewest errors first.
  ///
  /// - Parameter errors: the maximum number of errors; at most one in queries of less than five
  ///   letters, and none in queries of less than three.
  func rows(like query: String, errors: Int) -> [[CityCandidate]] {
    let query = query.unicodeScalars.map(\.value)
    let limit = min(errors, query.count < 3 ? 0 : query.count < 5 ? 1 : 2)
    guard limit > 0 else { return [] }
    var distance = EditDistance()
    var name: [UInt32] = []
    var found: [[CityCandidate]] = Array(repeating: [], count: 2 * limit)
    text.withUnsafeBytes { text in
      for index in rows.indices {
        let start = Int(rows[index].start)
        let end = index + 1 < rows.count ? Int(rows[index + 1].start) - 1 : text.count - 1
        CityFolding.decode(UnsafeRawBufferPointer(rebasing: text[start..<end]), to: &name)
        // The prefix search finds names that begin with the query.
        if let errors = distance.errors(from: query, to: name, limit: limit), errors.beginning > 0 {
          let bucket = errors.whole ?? limit + errors.beginning
          found[bucket - 1].append(candidate(index))
        }
      }
    }
    return found
  }

  private func candidate(_ row: Int) -> CityCandidate {
    CityCandidate(id: rows[row].identifier, score: Int64(rows[row].unpopularity))
  }

  /// The ids of the cities closest to a point, and their distances.
  func nearest(
    to point: GeographicPoint, within kilometres: Double?, limit: Int,
    _ accepts: (Int64, Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [(identifier: Int64, kilometres: Double)] {
    let centre = point.vector
    let (x, y, z) = (Float(centre.x), Float(centre.y), Float(centre.z))
    // The square of a chord: half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    var nearest = NearestRows(limit: limit, widest: widest)
    func visit(_ index: Int) {
      let row = rows[index]
      let (dx, dy, dz) = (row.x - x, row.y - y, row.z - z)
      guard nearest.mayAccept(Double(dx * dx + dy * dy + dz * dz)) else { return }
      let exact = chord(index, centre)
      guard nearest.accepts(exact),
        withCountry(row, { accepts(row.identifier, Int64(row.unpopularity), $0) })
      else { return }
      nearest.insert(index, exact)
    }
    if byLatitude.isEmpty {
      for index in rows.indices { visit(index) }
    } else {
      // From the point's latitude to the north and to the south, until the difference of latitude
      // alone exceeds the distance of the results.
      var north = firstRow(fromLatitude: point.latitude)
      var south = north - 1
      func isClose(_ position: Int) -> Bool {
        guard byLatitude.indices.contains(position) else { return false }
        let difference = Double(rows[Int(byLatitude[position])].z - z)
        return nearest.mayAccept(difference * difference)
      }
      var (goesNorth, goesSouth) = (isClose(north), isClose(south))
      while goesNorth || goesSouth {
        if goesNorth {
          visit(Int(byLatitude[north]))
          north += 1
          goesNorth = isClose(north)
        }
        if goesSouth {
          visit(Int(byLatitude[south]))
          south -= 1
          goesSouth = isClose(south)
        }
      }
    }
    return nearest.sorted.map { entry in
      (rows[entry.index].identifier, GeographicPoint.kilometres(chord: entry.chord))
    }
  }

  /// Prepares for many points: a search then visits the rows of similar latitude only.
  mutating func sortByLatitude() {
    guard byLatitude.isEmpty else { return }
    byLatitude = rows.indices.map { Int32($0) }
      .sorted { coordinates[Int($0)].latitude < coordinates[Int($1)].latitude }
  }

  private func firstRow(fromLatitude latitude: Double) -> Int {
    var (low, high) = (0, byLatitude.count)
    while low < high {
      let middle = (low + high) / 2
      if coordinates[Int(byLatitude[middle])].latitude < latitude {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func chord(_ index: Int, _ centre: (x: Double, y: Double, z: Double)) -> Double {
    let (latitude, longitude) = coordinates[index]
    guard let vector = GeographicPoint(latitude: latitude, longitude: longitude)?.vector else {
      return .infinity
    }
    let (dx, dy, dz) = (vector.x - centre.x, vector.y - centre.y, vector.z - centre.z)
    return dx * dx + dy * dy + dz * dz
  }
}

/// The rows with the shortest chords, up to a limit.
private struct NearestRows {
  private let limit: Int
  private var bound: Double
  private var rows: [(index: Int, chord: Double)] = []

  /// More than the relative error of single precision.
  private static let slack = 1e-5

  init(limit: Int, widest: Double?) {
    self.limit = limit
    bound = widest ?? .infinity
  }

  func mayAccept(_ rough: Double) -> Bool {
    rough <= bound + Self.slack * bound.squareRoot() + 1e-12
  }

  func accepts(_ chord: Double) -> Bool { chord <= bound }

  mutating func insert(_ index: Int, _ chord: Double) {
    rows.append((index, chord))
    if rows.count / 2 >= limit { trim() }
  }

  private mutating func trim() {
    rows = Array(sorted)
    if rows.count == limit, let last = rows.last { bound = min(bound, last.chord) }
  }

  /// The rows, the closest first; equally close ones in their order.
  var sorted: ArraySlice<(index: Int, chord: Double)> {
    rows.sorted { ($0.chord, $0.index) < ($1.chord, $1.index) }.prefix(limit)
  }
}
