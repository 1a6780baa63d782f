internal import Glibc
internal import WirelineCore

/// The columns of all cities in memory, in the order of the database, for the queries that its
/// index cannot answer: words, typing errors, distances and random picks.
struct CityColumns {
  private struct Row {
    let identifier: Int64
    /// The offset of the fold in the text.
    let start: UInt32
    let x: Float
    let y: Float
    let z: Float
    /// The first two bytes of the country's code.
    let country: UInt16
  }

  /// All folds, each after a line feed.
  private var text: [UInt8] = [0x0A]
  private var rows: [Row] = []
  /// Degrees in double precision, because single precision has an error of a metre.
  private var coordinates: [(latitude: Double, longitude: Double)] = []

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
      let (latitude, longitude) = (statement.double(3), statement.double(4))
      coordinates.append((latitude, longitude))
      let vector: (x: Double, y: Double, z: Double) =
        GeographicPoint(latitude: latitude, longitude: longitude)?.vector ?? (0, 0, 0)
      rows.append(
        Row(
          identifier: statement.integer(2), start: start, x: Float(vector.x), y: Float(vector.y),
          z: Float(vector.z), country: Self.code(statement.bytes(1))))
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

  // MARK: - Words

  /// The ids of names that contain a word with this prefix and do not begin with it.
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
        // The prefix search finds names that begin with the word.
        if memcmp(base + Int(rows[row].start), fold, fold.count) != 0 {
          found.append(rows[row].identifier)
        }
        // Continue with the next name.
        offset = row + 1 < rows.count ? Int(rows[row + 1].start) : text.count
      }
    }
    return found
  }

  /// The row whose fold contains an offset of the text.
  private func row(at offset: Int) -> Int {
    var (low, high) = (0, rows.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(rows[middle].start) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: - Typing errors

  /// The ids of names similar to the query, then of names with a similar prefix; of each those with
  /// the fewest errors first.
  ///
  /// - Parameter errors: the maximum number of errors, which is lower for short queries.
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
        // The prefix search finds names that begin with the query.
        if let errors = distance.errors(in: fold), errors.beginning > 0 {
          let bucket = errors.whole ?? limit + errors.beginning
          found[bucket - 1].append(rows[index].identifier)
        }
      }
    }
    return Array(found.joined())
  }

  // MARK: - Distances

  /// The ids of the cities closest to a point, and their distances.
  func nearest(
    to point: GeographicPoint, within kilometres: Double?, limit: Int,
    _ accepts: (Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [(identifier: Int64, kilometres: Double)] {
    let centre = point.vector
    let (x, y, z) = (Float(centre.x), Float(centre.y), Float(centre.z))
    // The square of a chord: half a chord is the sine of half the angle.
    let widest = kilometres.map { kilometres in
      let angle = min(kilometres / GeographicPoint.earthRadius, .pi)
      return 4 * sin(angle / 2) * sin(angle / 2)
    }
    var nearest = NearestRows(limit: limit, widest: widest)
    for (index, row) in rows.enumerated() {
      let (dx, dy, dz) = (row.x - x, row.y - y, row.z - z)
      let rough = Double(dx * dx + dy * dy + dz * dz)
      guard nearest.mayAccept(rough) else { continue }
      let exact = chord(index, centre)
      guard nearest.accepts(exact),
        withCountry(row, { accepts(row.identifier, $0) })
      else { continue }
      nearest.insert(index, exact)
    }
    return nearest.sorted.map { entry in
      (rows[entry.index].identifier, GeographicPoint.kilometres(chord: entry.chord))
    }
  }

  private func chord(_ index: Int, _ centre: (x: Double, y: Double, z: Double)) -> Double {
    let (latitude, longitude) = coordinates[index]
    guard let vector = GeographicPoint(latitude: latitude, longitude: longitude)?.vector else {
      return .infinity
    }
    let (dx, dy, dz) = (vector.x - centre.x, vector.y - centre.y, vector.z - centre.z)
    return dx * dx + dy * dy + dz * dz
  }

  // MARK: - Random picks

  /// The ids of random rows, without repetition.
  func sample(
    _ count: Int, _ accepts: (Int64, UnsafeRawBufferPointer) -> Bool
  ) -> [Int64] {
    var candidates = rows.filter { row in withCountry(row) { accepts(row.identifier, $0) } }
      .map(\.identifier)
    let wanted = min(max(count, 0), candidates.count)
    for index in 0..<wanted {
      candidates.swapAt(index, Int.random(in: index..<candidates.count))
    }
    return Array(candidates.prefix(wanted))
  }
}

/// The rows with the shortest chords, up to a limit.
private struct NearestRows {
  private let limit: Int
  /// The longest chord that may be among the results.
  private var bound: Double
  /// More rows than the limit, until they are trimmed.
  private var rows: [(index: Int, chord: Double)] = []

  /// More than the relative error of single precision.
  private static let slack = 1e-5

  init(limit: Int, widest: Double?) {
    self.limit = limit
    bound = widest ?? .infinity
  }

  /// Whether a row with this chord in single precision may be among the closest.
  func mayAccept(_ rough: Double) -> Bool {
    rough <= bound + Self.slack * bound.squareRoot() + 1e-12
  }

  func accepts(_ chord: Double) -> Bool { chord <= bound }

  mutating func insert(_ index: Int, _ chord: Double) {
    rows.append((index, chord))
    if rows.count - limit >= max(limit, 16) { trim() }
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

/// The number of typing errors between a query and a name or its prefixes: an extra, missing or
/// wrong letter, or two adjacent letters exchanged.
///
/// This is the optimal string alignment distance (Boytsov 2011, "restricted edit distance").
struct PrefixDistance {
  struct Errors: Equatable {
    /// The minimum over all prefixes of the name.
    let beginning: Int
    /// The errors to the whole name; nil for more than the limit.
    let whole: Int?
  }

  private let query: [UInt32]
  /// Rows of the table of distances, reused for each name.
  private var current: [Int]
  private var previous: [Int]
  private var beforeThat: [Int]
  /// The number of errors allowed.
  let limit: Int

  /// - Parameter limit: the number of errors allowed; at most one in queries of less than five
  ///   letters, and none in queries of less than three.
  init(_ query: String, limit: Int) {
    self.query = query.unicodeScalars.map(\.value)
    let most = self.query.count < 3 ? 0 : self.query.count < 5 ? 1 : 2
    self.limit = min(limit, most)
    current = Array(0...self.query.count)
    previous = current
    beforeThat = current
  }

  /// The errors in a name in UTF-8; nil if every prefix of it has more than the limit.
  mutating func errors(in name: UnsafeRawBufferPointer) -> Errors? {
    let length = query.count
    for index in 0...length { current[index] = index }
    var best = length
    var offset = 0
    var last: UInt32 = 0
    var position = 0
    while position < length + limit, let letter = Self.next(name, &offset) {
      position += 1
      swap(&beforeThat, &previous)
      swap(&previous, &current)
      current[0] = position
      var lowest = position
      for index in 1...length {
        var errors = min(
          previous[index] + 1, current[index - 1] + 1,
          previous[index - 1] + (query[index - 1] == letter ? 0 : 1))
        if index > 1, position > 1, query[index - 1] == last, query[index - 2] == letter {
          errors = min(errors, beforeThat[index - 2] + 1)
        }
        current[index] = errors
        lowest = min(lowest, errors)
      }
      last = letter
      best = min(best, current[length])
      if lowest > limit { break }
    }
    guard best <= limit else { return nil }
    let isWhole = offset >= name.count && current[length] <= limit
    return Errors(beginning: best, whole: isWhole ? current[length] : nil)
  }

  private static func next(_ text: UnsafeRawBufferPointer, _ offset: inout Int) -> UInt32? {
    guard offset < text.count else { return nil }
    let lead = text[offset]
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var scalar = length == 1 ? UInt32(lead) : UInt32(lead) & (0x7F >> UInt32(length))
    for index in 1..<max(length, 1) where offset + index < text.count {
      scalar = scalar << 6 | UInt32(text[offset + index] & 0x3F)
    }
    offset += length
    return scalar
  }
}
