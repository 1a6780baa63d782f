internal import WirelineCore

/// Additions to the rows of a file: the populations of large places, and missing places.
extension CityTable {
  /// The maximum distance in kilometres between a place of the table and a row with its name and
  /// country that are one city.
  private static let sameDistance = 30.0
  /// The same for a row with the id of a place, but a different name.
  private static let sameIDDistance = 100.0
  /// The number of largest places to look for. A file that contains four fifths of them counts as
  /// a list of the world's cities, and the large places that it lacks are added.
  private static let worldPlaces = 200
  /// The minimum population of added places.
  private static let addedPopulation = 100_000

  /// Connects rows with the table of large places, by id or by name.
  ///
  /// - Parameter addsMissing: whether to add missing places to lists of the world's cities.
  /// - Returns: whether the ids are those of GeoNames: then the areas of small cities are known.
  mutating func connect(_ places: LargePlaces, addsMissing: Bool) -> Bool {
    var isFound = [Bool](repeating: false, count: places.places.count)
    // The ids of the file, which added places must not repeat.
    var isTaken = isFound
    // Not stored, because memory is at its peak later.
    var positions: [Int64: Int] = [:]
    for (position, place) in places.places.enumerated() { positions[place.id] = position }
    for row in entries.indices {
      guard let place = positions[entries[row].id] else { continue }
      isTaken[place] = true
      guard isSame(row, as: place, of: places) else { continue }
      isFound[place] = true
      connect(row, to: place, of: places)
    }
    let hasGeoNamesIDs =
      isFound.count(where: \.self) * 10 >= isTaken.count(where: \.self) * 9
      && isTaken.contains(true)
    connectByName(places, &isFound)
    let largest = isFound.prefix(Self.worldPlaces)
    guard addsMissing, largest.count == Self.worldPlaces,
      largest.count(where: \.self) * 5 >= Self.worldPlaces * 4
    else { return hasGeoNamesIDs }
    for place in isFound.indices
    where !isFound[place] && !isTaken[place]
      && places.places[place].population >= Self.addedPopulation
    {
      guard places.withRow(place, { append($0) }) else { continue }
      connect(entries.count - 1, to: place, of: places)
      added.append(places.places[place].id)
    }
    return hasGeoNamesIDs
  }

  /// Finds the areas of the cities.
  mutating func locate(in areas: inout AreaTable, _ places: LargePlaces?, hasGeoNamesIDs: Bool) {
    for row in entries.indices {
      let entry = entries[row]
      let known =
        entry.place.flatMap { place in places.map { Int($0.places[Int(place)].area) } }
        ?? (hasGeoNamesIDs ? areas.position(ofCity: entry.id) : nil)
      entries[row].area = withRow(row) { entry, arena in
        areas.identifier(
          country: entry.part(.country, in: arena), region: entry.part(.region, in: arena),
          known: known)
      }
    }
    areas.forgetSources()
  }

  private mutating func connectByName(_ places: LargePlaces, _ isFound: inout [Bool]) {
    var byFold: [[UInt8]: [Int]] = [:]
    var prefixes: Set<UInt64> = []
    for place in isFound.indices where !isFound[place] {
      let fold = places.fold(place)
      byFold[fold, default: []].append(place)
      prefixes.insert(CityIndex.prefix(fold))
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
    return hasName || kilometres(row, to: place, of: places) <= Self.sameIDDistance
  }

  private func isNear(_ row: Int, to place: Int, of places: LargePlaces) -> Bool {
    let isInCountry = withRow(row) { entry, arena in
      entry.part(.country, in: arena).elementsEqual(places.country(place))
    }
    return isInCountry && kilometres(row, to: place, of: places) <= Self.sameDistance
  }

  func point(_ row: Int) -> GeographicPoint? {
    withRow(row) { entry, arena in
      GeographicPoint(
        latitude: CityRowNumber.degrees(entry.part(.latitude, in: arena)),
        longitude: CityRowNumber.degrees(entry.part(.longitude, in: arena)))
    }
  }

  private func kilometres(_ row: Int, to place: Int, of places: LargePlaces) -> Double {
    point(row).flatMap { places.point(place)?.kilometres(to: $0) } ?? .infinity
  }
}
