internal import Glibc
internal import HeapModule
internal import WirelineCore

/// The columns of all cities in memory, in the order of the database, for the queries that its
/// index cannot answer: typing errors and distances.
final class CityColumns {
  private struct Row {
    let identifier: Int64
    /// The offset of the fold in the text.
    let start: UInt32
    let unpopularity: Int32
    /// The first two bytes of the country's code.
    let country: UInt16
  }

  private var text: [UInt8] = [0x0A]
  private var rows: [Row] = []
  private var tree: PointTree

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let statement = try database.prepare(
      """
      SELECT fold, country, id, latitude, longitude, unpopularity FROM city
      ORDER BY fold, unpopularity, country, id
      """)
    var points: [SIMD3<Double>] = []
    while try statement.step() {
      let start = UInt32(text.count)
      text.append(contentsOf: statement.bytes(0))
      text.append(0x0A)
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
    let query = query.unicodeScalars.map(\.value)
    let limit = min(errors, query.count < 3 ? 0 : query.count < 5 ? 1 : 2)
    guard limit > 0 else { return [] }
    var distance = EditDistance()
    var name: [UInt32] = []
    var found: [[CityCandidate]] = Array(repeating: [], count: 2 * limit)
    text.withUnsafeBytes { text in
      for (index, row) in rows.enumerated() {
        let end = index + 1 < rows.count ? Int(rows[index + 1].start) - 1 : text.count - 1
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
        let country = row.country < 256 ? UnsafeRawBufferPointer(rebasing: code[1...]) : code
        return accepts(row.identifier, Int64(row.unpopularity), country)
      }
    }
    return found.map { (rows[$0.index].identifier, GeographicPoint.kilometres(chord: $0.chord)) }
  }
}

/// A balanced k-d tree of points on the unit sphere (Bentley 1975), where neither the poles nor the
/// date line are special.
///
/// The middle of a range is the node that divides it along one axis, the depth modulo 3. A range is
/// divided when a search first visits it, so that one search does not sort all points.
struct PointTree {
  struct Match: Comparable {
    /// The index of the point.
    let index: Int
    /// The square of the straight line from the centre to the point.
    let chord: Double

    /// Equally close points are in their order.
    static func < (one: Match, two: Match) -> Bool {
      (one.chord, one.index) < (two.chord, two.index)
    }
  }

  private struct Node {
    let point: SIMD3<Double>
    let index: Int
    /// Whether the range with this middle is divided.
    var isDivided = false
  }

  private var nodes: [Node]

  init(_ points: [SIMD3<Double>]) {
    nodes = points.enumerated().map { Node(point: $1, index: $0) }
  }

  /// The accepted points closest to a centre, the closest first.
  ///
  /// - Parameter widest: the maximum `chord`; nil for no limit.
  mutating func nearest(
    to centre: SIMD3<Double>, within widest: Double?, limit: Int, _ accepts: (Int) -> Bool
  ) -> [Match] {
    // The square of the diameter is 4.
    var nearest = NearestPoints(limit: limit, bound: widest ?? 5)
    search(nodes.indices, axis: 0, centre, .zero, &nearest, accepts)
    return nearest.sorted
  }

  /// - Parameter gap: the distance from the centre to the range along each axis, or less.
  private mutating func search(
    _ range: Range<Int>, axis: Int, _ centre: SIMD3<Double>, _ gap: SIMD3<Double>,
    _ nearest: inout NearestPoints, _ accepts: (Int) -> Bool
  ) {
    if range.isEmpty { return }
    let middle = range.lowerBound + range.count / 2
    if !nodes[middle].isDivided { divide(range, at: middle, axis) }
    let node = nodes[middle]
    let difference = centre - node.point
    let (below, above) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let (near, far) = difference[axis] < 0 ? (below, above) : (above, below)
    let next = (axis + 1) % 3
    search(near, axis: next, centre, gap, &nearest, accepts)
    let match = PointTree.Match(index: node.index, chord: (difference * difference).sum())
    if match.chord <= nearest.bound, accepts(match.index) { nearest.insert(match) }
    var gap = gap
    gap[axis] = difference[axis]
    guard (gap * gap).sum() <= nearest.bound else { return }
    search(far, axis: next, centre, gap, &nearest, accepts)
  }

  /// Moves the lower points of a range before its middle and the higher ones after it (Hoare's
  /// quickselect).
  private mutating func divide(_ range: Range<Int>, at middle: Int, _ axis: Int) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = nodes[(low + high) / 2].point[axis]
      var (left, right) = (low, high)
      while left <= right {
        while nodes[left].point[axis] < pivot { left += 1 }
        while nodes[right].point[axis] > pivot { right -= 1 }
        if left <= right {
          nodes.swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
      }
      if middle > right { low = left }
      if middle < left { high = right }
    }
    nodes[middle].isDivided = true
  }
}

/// The closest points, up to a limit.
private struct NearestPoints {
  let limit: Int
  /// The maximum chord of further points.
  private(set) var bound: Double
  private var matches = Heap<PointTree.Match>()

  init(limit: Int, bound: Double) {
    self.limit = limit
    self.bound = bound
  }

  mutating func insert(_ match: PointTree.Match) {
    matches.insert(match)
    if matches.count > limit { matches.removeMax() }
    if matches.count == limit, let last = matches.max { bound = min(bound, last.chord) }
  }

  var sorted: [PointTree.Match] { matches.unordered.sorted() }
}
