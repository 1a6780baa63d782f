internal import Glibc
internal import WirelineCore

/// Duplicates: rows that describe the same city as a preceding row of the same name.
extension CityTable {
  /// The maximum distance in kilometres of two cities of one name and country that count as one.
  static let duplicateDistance = 5.0

  /// Marks cities that share name and country with a preceding one at a short distance, unless they
  /// are in different regions, and moves them after all others of their name.
  ///
  /// Call it after `sort`.
  mutating func markDuplicates(_ areas: AreaTable) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, hasSameFold(start, as: end) { end += 1 }
      if end - start > 1 { markDuplicates(start..<end, areas) }
      start = end
    }
  }

  private func hasSameFold(_ one: Int, as two: Int) -> Bool {
    guard entries[one].prefix == entries[two].prefix else { return false }
    return withRow(one) { entry, arena in
      entry.part(.fold, in: arena).elementsEqual(entries[two].part(.fold, in: arena))
    }
  }

  private mutating func markDuplicates(_ rows: Range<Int>, _ areas: AreaTable) {
    var distinct = DistinctCities(kilometres: Self.duplicateDistance)
    var duplicates: Set<Int> = []
    for row in rows {
      guard let vector = point(row)?.vector else { continue }
      let city = withRow(row) { entry, arena in
        DistinctCities.City(
          country: Array(entry.part(.country, in: arena)),
          region: entry.area == 0 ? [] : areas.areas[Int(entry.area) - 1].region, vector: vector)
      }
      if !distinct.insert(city) { duplicates.insert(row) }
    }
    if duplicates.isEmpty { return }
    let others = rows.filter { !duplicates.contains($0) }.map { entries[$0] }
    for row in duplicates { entries[row].isDuplicate = true }
    var moved = duplicates.map { entries[$0] }
    sort(&moved)
    entries.replaceSubrange(rows, with: others + moved)
  }
}

/// Cities of one name, of which no two are the same city.
///
/// They are stored by slices of the globe between two parallels, so that a city is compared with
/// few others.
private struct DistinctCities {
  struct City {
    let country: [UInt8]
    /// The folded code or name; empty if unknown.
    let region: [UInt8]
    /// The point on the unit sphere.
    let vector: SIMD3<Double>
  }

  /// The maximum length of the straight line between two cities that are the same one.
  private let chord: Double
  private var cities: [Int: [City]] = [:]

  init(kilometres: Double) { chord = 2 * sin(kilometres / GeographicPoint.earthRadius / 2) }

  /// Adds a city, unless it is the same as one before.
  ///
  /// - Returns: whether it was added.
  mutating func insert(_ city: City) -> Bool {
    let slices = slice(at: city.vector.z - chord)...slice(at: city.vector.z + chord)
    let isKnown = slices.contains { cities[$0]?.contains { isSame($0, city) } == true }
    if !isKnown { cities[slice(at: city.vector.z), default: []].append(city) }
    return !isKnown
  }

  /// The number of a slice four times as high as the distance: then most neighbours of a city are
  /// in its own slice.
  private func slice(at height: Double) -> Int { Int((height / (4 * chord)).rounded(.down)) }

  private func isSame(_ one: City, _ two: City) -> Bool {
    let difference = one.vector - two.vector
    guard (difference * difference).sum() <= chord * chord, one.country == two.country else {
      return false
    }
    return one.region == two.region || one.region.isEmpty || two.region.isEmpty
  }
}
