internal import HeapModule

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
    var nearest = NearestPoints(centre: centre, limit: limit, bound: widest ?? 5)
    search(nodes.indices, axis: 0, gap: .zero, for: &nearest, accepts)
    return nearest.sorted
  }

  /// - Parameter gap: the distance from the centre to the range along each axis, or less.
  private mutating func search(
    _ range: Range<Int>, axis: Int, gap: SIMD3<Double>, for nearest: inout NearestPoints,
    _ accepts: (Int) -> Bool
  ) {
    if range.isEmpty { return }
    let middle = range.lowerBound + range.count / 2
    if !nodes[middle].isDivided { divide(range, at: middle, along: axis) }
    let node = nodes[middle]
    let difference = nearest.centre - node.point
    let (below, above) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let (near, far) = difference[axis] < 0 ? (below, above) : (above, below)
    let next = (axis + 1) % 3
    // The nearer half first: its points lower the bound, which may exclude the other half.
    search(near, axis: next, gap: gap, for: &nearest, accepts)
    let match = PointTree.Match(index: node.index, chord: (difference * difference).sum())
    // Equal chords too, so that of equally close points those with the lowest index remain, however
    // the ranges are divided. `accepts` last, because it reads other memory.
    if match.chord <= nearest.bound, accepts(match.index) { nearest.insert(match) }
    // Exact: each component of the gap is a lower bound along its axis, so no point of the other
    // half is closer than the length of the gap, nor seems to be after rounding, which keeps the
    // order. Halves that touch the bound are searched.
    var gap = gap
    gap[axis] = difference[axis]
    guard (gap * gap).sum() <= nearest.bound else { return }
    search(far, axis: next, gap: gap, for: &nearest, accepts)
  }

  /// Moves the lower points of a range before its middle and the higher ones after it (Hoare's
  /// quickselect).
  private mutating func divide(_ range: Range<Int>, at middle: Int, along axis: Int) {
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
  let centre: SIMD3<Double>
  let limit: Int
  /// The maximum chord of further points.
  private(set) var bound: Double
  private var matches = Heap<PointTree.Match>()

  init(centre: SIMD3<Double>, limit: Int, bound: Double) {
    self.centre = centre
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
