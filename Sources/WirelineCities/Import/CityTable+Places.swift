internal import WirelineCore

/// Additions to the rows of a file: the populations of large places, and missing places.
extension CityTable {
  /// A place of the table and a row with its name and country are one city up to this distance.
  private static let sameDistance = 30.0
  /// A row with the id of a place, but another name, is that place up to this distance.
  private static let sameIDDistance = 100.0
  /// Files with four fifths of this many largest places are lists of the world's cities, and get
  /// those that they lack.
  private static let worldPlaces = 200
  /// The minimum population of added places.
  private static let addedPopulation = 100_000

  /// Connects rows with the table of large places, by id or by name.
  ///
  /// - Parameter addsMissing: whether to add missing places to lists of the world's cities.
  mutating func connect(_ places: LargePlaces, addsMissing: Bool) {
    var isFound = [Bool](repeating: false, count: places.places.count)
    // The ids of the file, which added places must not repeat.
    var isTaken = isFound
    for row in entries.indices {
      guard let place = places.indexes[entries[row].id] else { continue }
      isTaken[place] = true
      guard isSame(row, as: place, of: places) else { continue }
      isFound[place] = true
      connect(row, to: place, of: places)
    }
    connectByName(places, &isFound)
    let largest = isFound.prefix(Self.worldPlaces)
    guard addsMissing, largest.count == Self.worldPlaces,
      largest.count(where: \.self) * 5 >= Self.worldPlaces * 4
    else { return }
    for place in isFound.indices
    where !isFound[place] && !isTaken[place]
      && places.places[place].population >= Self.addedPopulation
    {
      guard places.withRow(place, { append($0) }) else { continue }
      connect(entries.count - 1, to: place, of: places)
      added.append(places.places[place].id)
    }
  }

  private mutating func connectByName(_ places: LargePlaces, _ isFound: inout [Bool]) {
    var byFold: [[UInt8]: [Int]] = [:]
    var prefixes: Set<UInt64> = []
    for place in isFound.indices where !isFound[place] {
      let fold = places.fold(place)
      byFold[fold, default: []].append(place)
      prefixes.insert(Self.prefix(fold[...]))
    }
    for row in entries.indices
    where entries[row].place == nil && prefixes.contains(entries[row].prefix) {
      let fold = withRow(row) { Array($0.part(.fold, in: $1)) }
      let place = byFold[fold]?.first { !isFound[$0] && isNear(row, to: $0, of: places) }
      guard let place else { continue }
      isFound[place] = true
      connect(row, to: place, of: places)
    }
  }

  private func isSame(_ row: Int, as place: Int, of places: LargePlaces) -> Bool {
    let hasName = withRow(row) { entry, arena in
      entry.part(.fold, in: arena).elementsEqual(places.fold(place))
    }
    return hasName || kilometres(point(row), places.point(place)) <= Self.sameIDDistance
  }

  private func isNear(_ row: Int, to place: Int, of places: LargePlaces) -> Bool {
    let isInCountry = withRow(row) { entry, arena in
      places.withText(.country, of: place) { $0.elementsEqual(entry.part(.country, in: arena)) }
    }
    return isInCountry && kilometres(point(row), places.point(place)) <= Self.sameDistance
  }

  func point(_ row: Int) -> GeographicPoint? {
    withRow(row) { entry, arena in
      func degrees(_ part: Entry.Part) -> Double {
        Double(String(decoding: entry.part(part, in: arena), as: UTF8.self)) ?? .infinity
      }
      return GeographicPoint(latitude: degrees(.latitude), longitude: degrees(.longitude))
    }
  }

  private func kilometres(_ one: GeographicPoint?, _ two: GeographicPoint?) -> Double {
    guard let one, let two else { return .infinity }
    return one.kilometres(to: two)
  }
}

extension CityTable.Entry {
  /// The fold of the region's code or name, else of the region of the large place; empty if both
  /// are unknown.
  func regionFold(_ places: LargePlaces?, in arena: UnsafeRawBufferPointer) -> [UInt8] {
    var fold: [UInt8] = []
    CityFolding.append(part(.region, in: arena), to: &fold)
    if fold.isEmpty, let place, let places {
      places.withText(.region, of: Int(place)) { CityFolding.append($0, to: &fold) }
    }
    return fold
  }
}
