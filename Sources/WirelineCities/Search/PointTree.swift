internal import HeapModule

/// A balanced k-d tree of points on the unit sphere (Bentley 1975), where neither the poles nor the
/// date line are special.
///
/// A range of points is divided in the middle along the longest edge of its box when a search first
/// visits it, so that one search does not sort all points.
struct PointTree {
  struct Match: Comparable {
    /// The index of the point.
    let index: Int
    /// The square of the length of the straight line from the centre to the point.
    let chord: Double

    /// Equally close points are in the order of their indices.
    static func < (one: Match, two: Match) -> Bool {
      (one.chord, one.index) < (two.chord, two.index)
    }
  }

  private struct Point {
    let position: SIMD3<Double>
    let index: Int
  }

  /// The smallest box that contains the points of a range.
  private struct Box {
    var low = SIMD3(repeating: Double.infinity)
    var high = SIMD3(repeating: -Double.infinity)

    mutating func add(_ point: SIMD3<Double>) {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }

    /// The square of the distance from a point to the box. Exact: no point in the box is closer,
    /// nor seems to be after rounding, which keeps the order.
    func chord(to point: SIMD3<Double>) -> Double {
      let gap = pointwiseMax(pointwiseMax(low - point, point - high), .zero)
      return (gap * gap).sum()
    }

    var isUnknown: Bool { low.x > high.x }

    var longestEdge: Int {
      let edges = high - low
      return edges.x >= edges.y && edges.x >= edges.z ? 0 : edges.y >= edges.z ? 1 : 2
    }
  }

  /// Ranges of at most this many points are not divided.
  private static let leafCount = 8

  private var points: [Point]
  /// The boxes of all points and of the halves of divided ranges: those of box n have the numbers
  /// 2n + 1 and 2n + 2.
  private var boxes: [Box]

  init(_ points: [SIMD3<Double>]) {
    // Invalid points are left out, because they are not near any other.
    self.points = points.enumerated().filter { $1.x.isFinite }
      .map { Point(position: $1, index: $0) }
    var nodes = 1
    while nodes * Self.leafCount < points.count { nodes *= 2 }
    boxes = Array(repeating: Box(), count: 2 * nodes)
    boxes[0] = box(self.points.indices)
  }

  /// The accepted points closest to a centre, the closest first.
  ///
  /// - Parameter widest: the maximum `chord`; nil for no limit.
  mutating func nearest(
    to centre: SIMD3<Double>, within widest: Double?, limit: Int, _ accepts: (Int) -> Bool
  ) -> [Match] {
    // The square of the diameter is 4.
    var nearest = NearestPoints(centre: centre, limit: limit, bound: widest ?? 5)
    search(points.indices, node: 0, for: &nearest, accepts)
    return nearest.sorted
  }

  private mutating func search(
    _ range: Range<Int>, node: Int, for nearest: inout NearestPoints, _ accepts: (Int) -> Bool
  ) {
    guard range.count > Self.leafCount else {
      for point in points[range] {
        let difference = nearest.centre - point.position
        let match = PointTree.Match(index: point.index, chord: (difference * difference).sum())
        // A chord equal to the bound is inserted: of equally close points, those with the lowest
        // index remain, however the ranges are divided. `accepts` is last because it reads more
        // memory.
        if match.chord <= nearest.bound, accepts(match.index) { nearest.insert(match) }
      }
      return
    }
    let middle = range.lowerBound + range.count / 2
    let (below, above) = (range.lowerBound..<middle, middle..<range.upperBound)
    let (first, second) = (2 * node + 1, 2 * node + 2)
    if boxes[first].isUnknown {
      divide(range, at: middle, along: boxes[node].longestEdge)
      boxes[first] = box(below)
      boxes[second] = box(above)
    }
    var near = (below, node: first, chord: boxes[first].chord(to: nearest.centre))
    var far = (above, node: second, chord: boxes[second].chord(to: nearest.centre))
    // The nearer half first: its points lower the bound, which may exclude the other half. Boxes
    // that touch the bound are searched.
    if far.chord < near.chord { swap(&near, &far) }
    if near.chord <= nearest.bound { search(near.0, node: near.node, for: &nearest, accepts) }
    if far.chord <= nearest.bound { search(far.0, node: far.node, for: &nearest, accepts) }
  }

  private func box(_ range: Range<Int>) -> Box {
    var box = Box()
    for point in points[range] { box.add(point.position) }
    return box
  }

  /// Moves the lower points of a range before its middle and the higher ones after it (Hoare's
  /// quickselect).
  private mutating func divide(_ range: Range<Int>, at middle: Int, along axis: Int) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = points[(low + high) / 2].position[axis]
      var (left, right) = (low, high)
      while left <= right {
        while points[left].position[axis] < pivot { left += 1 }
        while points[right].position[axis] > pivot { right -= 1 }
        if left <= right {
          points.swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
      }
      if middle > right { low = left }
      if middle < left { high = right }
    }
  }
}

/// The closest points, up to a limit.
private struct NearestPoints {
  let centre: SIMD3<Double>
  let limit: Int
  /// The maximum chord of further points.
  var bound: Double
  var matches = Heap<PointTree.Match>()

  mutating func insert(_ match: PointTree.Match) {
    matches.insert(match)
    if matches.count > limit { matches.removeMax() }
    if matches.count == limit, let last = matches.max { bound = min(bound, last.chord) }
  }

  var sorted: [PointTree.Match] { matches.unordered.sorted() }
}
