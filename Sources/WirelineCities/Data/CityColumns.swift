internal import Glibc
internal import WirelineCore

/// The columns that questions need which the order of the database does not
/// answer: loaded once, in the database's order, looked through from end to end.
struct CityColumns {
  private struct Row {
    let identifier: Int64
    /// Where its fold begins in the text.
    let start: UInt32
    let x: Float
    let y: Float
    let z: Float
    /// Of the country's code: all of it where it has no more than two bytes.
    let country: UInt16
  }

  /// A line feed, a fold, a line feed, a fold …
  private var text: [UInt8] = [0x0A]
  private var rows: [Row] = []
  /// Degrees with all their digits: single precision is a metre, and who is next
  /// to a place wants less.
  private var places: [(latitude: Double, longitude: Double)] = []

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      SELECT fold, country, id, latitude, longitude FROM city
      ORDER BY fold, unpopularity, country, id
      """)
    while try statement.step() {
      let start = UInt32(text.count)
      text.append(contentsOf: statement.bytes(0))
      text.append(0x0A)
      let place = (statement.double(3), statement.double(4))
      places.append(place)
      let vector: (x: Double, y: Double, z: Double) =
        GeographicPoint(latitude: place.0, longitude: place.1)?.vector ?? (0, 0, 0)
      rows.append(
        Row(
          identifier: statement.integer(2), start: start, x: Float(vector.x), y: Float(vector.y),
          z: Float(vector.z), country: Self.code(statement.bytes(1))))
    }
  }

  /// Countries have two letters; of others the first two bytes do.
  private static func code(_ country: UnsafeRawBufferPointer) -> UInt16 {
    country.prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  private func withCountry<Value>(
    _ row: Row, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    var bytes = row.country.bigEndian
    return withUnsafeBytes(of: &bytes) { body(row.country < 256 ? .init(rebasing: $0[1...]) : $0) }
  }

  // MARK: Words

  /// The ids of names in which a word begins so, and not the name.
  func rows(withWord fold: [UInt8]) -> [Int64] {
    var found: [Int64] = []
    text.withUnsafeBytes { text in
      guard let base = text.baseAddress else { return }
      var offset = 0
      while let hit = memchr(base + offset, 0x20, text.count - offset) {
        offset = UnsafeRawPointer(hit) - base + 1
        guard text.count - offset >= fold.count, memcmp(base + offset, fold, fold.count) == 0
        else { continue }
        let row = row(at: offset)
        // Names that begin so are found without this.
        if memcmp(base + Int(rows[row].start), fold, fold.count) != 0 {
          found.append(rows[row].identifier)
        }
        // On with the next name.
        offset = row + 1 < rows.count ? Int(rows[row + 1].start) : text.count
      }
    }
    return found
  }

  /// The row in whose fold a place of the text lies.
  private func row(at place: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(rows[middle].start) <= place { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Typing errors

  /// The ids of names that are something like the query, and then of those that
  /// begin so; of either those with the fewest errors first.
  ///
  /// - Parameter errors: at most; fewer where the query is so short that
  ///   anything would be like it.
  func rows(like query: String, errors: Int) -> [Int64] {
    var distance = PrefixDistance(query, limit: errors)
    guard distance.limit > 0 else { return [] }
    let limit = distance.limit
    var found: [[Int64]] = Array(repeating: [], count: 2 * limit)
    text.withUnsafeBytes { text in
      for index in rows.indices {
        let start = Int(rows[index].start)
        let end = index + 1 < rows.count ? Int(rows[index + 1].start) - 1 : text.count - 1
        let fold = UnsafeRawBufferPointer(rebasing: text[start..<end])
        // Names that begin with the query itself are found without this.
        if let errors = distance.errors(in: fold), errors.beginning > 0 {
          let place = errors.whole ?? limit + errors.beginning
          found[place - 1].append(rows[index].identifier)
        }
      }
    }
    return Array(found.joined())
  }

  // MARK: Places

  /// The ids of the cities closest to a place, and how far they are.
  func nearest(
    to place: GeographicPoint, within kilometres: Double?, limit: Int,
    _ accepts: (Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [(identifier: Int64, kilometres: Double)] {
    let centre = place.vector
    let (x, y, z) = (Float(centre.x), Float(centre.y), Float(centre.z))
    // Half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    var nearest = NearestRows(limit: limit, widest: widest)
    for (index, row) in rows.enumerated() {
      let (dx, dy, dz) = (row.x - x, row.y - y, row.z - z)
      let rough = Double(dx * dx + dy * dy + dz * dz)
      guard nearest.mayTake(rough) else { continue }
      let exact = chord(index, centre)
      guard nearest.takes(exact),
        withCountry(row, { accepts(row.identifier, $0) })
      else { continue }
      nearest.insert(index, exact)
    }
    return nearest.sorted.map { entry in
      (rows[entry.index].identifier, GeographicPoint.kilometres(chord: entry.chord))
    }
  }

  private func chord(_ index: Int, _ centre: (x: Double, y: Double, z: Double)) -> Double {
    let place = places[index]
    guard
      let vector = GeographicPoint(latitude: place.latitude, longitude: place.longitude)?.vector
    else { return .infinity }
    let (dx, dy, dz) = (vector.x - centre.x, vector.y - centre.y, vector.z - centre.z)
    return dx * dx + dy * dy + dz * dz
  }

  // MARK: Chance

  /// Ids of some rows, each once.
  func sample(
    _ count: Int, _ accepts: (Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [Int64] {
    var candidates = rows.filter { row in withCountry(row) { accepts(row.identifier, $0) } }
      .map(\.identifier)
    let wanted = min(max(count, 0), candidates.count)
    for place in 0..<wanted {
      candidates.swapAt(place, Int.random(in: place..<candidates.count))
    }
    return Array(candidates.prefix(wanted))
  }
}

/// The rows with the shortest chords, so many at most.
private struct NearestRows {
  private let limit: Int
  private let widest: Double
  /// A heap with the farthest at its root.
  private var heap: [(index: Int, chord: Double)] = []

  /// Single precision is off by less.
  private static let slack = 1e-5

  init(limit: Int, widest: Double?) {
    self.limit = limit
    self.widest = widest ?? .infinity
  }

  private var bound: Double { heap.count < limit ? widest : min(widest, heap[0].chord) }

  /// Whether a rough value is worth an exact one.
  func mayTake(_ rough: Double) -> Bool {
    let bound = bound
    return rough <= bound + Self.slack * bound.squareRoot() + 1e-12
  }

  func takes(_ chord: Double) -> Bool {
    heap.count < limit ? chord <= widest : chord < heap[0].chord && chord <= widest
  }

  mutating func insert(_ index: Int, _ chord: Double) {
    if heap.count < limit {
      heap.append((index, chord))
      var place = heap.count - 1
      while place > 0, heap[(place - 1) / 2].chord < heap[place].chord {
        heap.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    } else {
      heap[0] = (index, chord)
      sink()
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var largest = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].chord > heap[largest].chord {
        largest = child
      }
      if largest == place { return }
      heap.swapAt(place, largest)
      place = largest
    }
  }

  /// The closest first; of equally close ones, in the order of the rows.
  var sorted: [(index: Int, chord: Double)] {
    heap.sorted { ($0.chord, $0.index) < ($1.chord, $1.index) }
  }
}
