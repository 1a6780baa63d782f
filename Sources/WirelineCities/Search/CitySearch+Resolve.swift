internal import Glibc
internal import WirelineCore

/// The city that a line of a list of places means.
struct CityResolution: Sendable {
  let match: CityMatch
  /// The next most probable city; nil if no other is similar.
  let runnerUp: City?
  /// The estimated probability that the city is the right one, 0…1.
  let confidence: Double
}

/// The search for the city that a line of a list names in full.
extension CitySearch {
  /// Returns the most probable city, or nil if no name is similar.
  ///
  /// Each step is tried only if the previous ones find nothing: whole names, then names with typing
  /// errors or with additional words, and both without some of the regions that the text names.
  func resolve(
    _ query: CityQuery, with options: CitySearchOptions
  ) throws(CityStoreError) -> CityResolution? {
    let favorites = options.favorites
    // A duplicate that is a favourite would be the runner-up of the same city.
    var options = options
    options.favorites = []
    let (all, partial) = try readings(of: query)
    for (names, hasOmissions) in [(all, false), (partial, true)] {
      for name in names {
        let found = index.names(beginningWith: name.fold).wholes.compactMap {
          candidate($0, of: [name], with: options)
        }
        if let best = try resolution(found, hasOmissions, favorites: favorites) { return best }
      }
      let errors = hasOmissions ? 1 : 2
      var found: [Candidate] = []
      for (index, name) in names.enumerated()
      where !names[..<index].contains(where: { $0.fold == name.fold }) {
        // The comparison reads all names, so it is made once for all regions.
        let same = names.filter { $0.fold == name.fold }
        found += similarNames(same, maximumErrors: errors, options)
      }
      if let best = try resolution(found, hasOmissions, favorites: favorites) { return best }
    }
    return nil
  }

  /// A city with a name that may be the one to resolve.
  private struct Candidate {
    let city: Int
    /// The position of the name.
    let position: Int
    /// The number of typing errors.
    let errors: Int
    /// Whether the name has further words.
    let isLonger: Bool
    /// The relative probability among candidates.
    let weight: Double
  }

  /// Returns the readings of a text that use all of it, and those that omit regions.
  private func readings(
    of query: CityQuery
  ) throws(CityStoreError) -> (all: [CityCriteria], partial: [CityCriteria]) {
    let whole = CityQuery.Interpretation(fold: CityFolding.fold(query.text))
    let given = try filter(whole, of: query)
    var all = ([whole] + whole.respellings).map { CityCriteria(fold: $0.fold, filter: given) }
    var partial: [CityCriteria] = []
    func name(_ text: Substring, _ regions: [CityFilter.Region]) -> CityCriteria {
      var filter = given
      filter.regions += regions
      return CityCriteria(fold: CityFolding.fold(String(text)), filter: filter)
    }
    if query.region != nil {
      all.append(
        CityCriteria(
          fold: whole.fold, filter: try filter(whole, of: query, acceptsUnknownRegion: true)))
    }
    let parts = query.text.split(separator: ",").filter { !$0.allSatisfy(\.isWhitespace) }
    if parts.count > 1 {
      let known = try regions(parts.dropFirst())
      let last = known.suffix(1)
      if known.count == parts.count - 1 {
        all.append(name(parts[0], known))
        all.append(name(parts[0], try regions(parts.dropFirst(), acceptsUnknown: true)))
      } else {
        partial.append(name(parts[0], known))
      }
      partial += [name(parts[0], Array(last)), name(parts[0], [])]
    } else {
      let spaces = query.text.indices.filter { query.text[$0] == " " }
      for space in spaces {
        guard let last = try region(query.text[space...], isWhole: true) else { continue }
        all.append(name(query.text[..<space], [last]))
        for other in spaces.prefix(while: { $0 < space }) where !last.countries.isEmpty {
          guard let first = try region(query.text[other..<space], isWhole: true) else { continue }
          all.append(name(query.text[..<other], [first, last]))
        }
      }
    }
    return (all.filter { !$0.fold.isEmpty }, partial.filter { !$0.fold.isEmpty })
  }

  private func regions(
    _ texts: ArraySlice<Substring>, acceptsUnknown: Bool = false
  ) throws(CityStoreError) -> [CityFilter.Region] {
    var regions: [CityFilter.Region] = []
    for text in texts {
      if let region = try region(text, acceptsUnknown: acceptsUnknown) { regions.append(region) }
    }
    return regions
  }

  /// Returns the regions and countries with a name or code; nil if there is none.
  private func region(
    _ text: Substring, isWhole: Bool = false, acceptsUnknown: Bool = false
  ) throws(CityStoreError) -> CityFilter.Region? {
    let fold = CityFolding.fold(String(text))
    if fold.isEmpty { return nil }
    var region = try rows.region(fold, isWhole: isWhole, acceptsUnknown: acceptsUnknown)
    region.countries += CountryFilter.codes(of: fold, isWhole: isWhole).map { Array($0.utf8) }
    return region.isEmpty ? nil : region
  }

  /// Finds names with typing errors, and names that begin with the name and have further words.
  ///
  /// - Parameters:
  ///   - names: the same name in one or more regions.
  ///   - maximumErrors: the maximum in names of eight or more letters. Shorter names may have one
  ///     error, and names of fewer than four letters none.
  private func similarNames(
    _ names: [CityCriteria], maximumErrors: Int, _ options: CitySearchOptions
  ) -> [Candidate] {
    let fold = names[0].fold
    var letters: [UInt32] = []
    fold.withUnsafeBytes { CityFolding.decode($0, to: &letters) }
    guard letters.count > 2 else { return [] }
    var found = index.names(beginningWith: fold + [0x20]).all.compactMap {
      candidate($0, of: names, isLonger: true, with: options)
    }
    let limit = letters.count < 4 ? 0 : letters.count < 8 ? 1 : maximumErrors
    guard limit > 0 else { return found }
    let sketch = NameSketch(letters)
    var distance = EditDistance()
    var other: [UInt32] = []
    for (position, stored) in sketches.enumerated()
    where stored.isSimilar(to: sketch, errors: limit) {
      CityFolding.decode(index.fold(position), to: &other)
      if let errors = distance.errors(from: letters, to: other, limit: limit)?.whole,
        let candidate = candidate(position, of: names, errors: errors, with: options)
      {
        found.append(candidate)
      }
    }
    return found
  }

  private func candidate(
    _ position: Int, of names: [CityCriteria], errors: Int = 0, isLonger: Bool = false,
    with options: CitySearchOptions
  ) -> Candidate? {
    let name = index.name(position)
    let city = index.city(of: name)
    guard names.contains(where: { accepts(city, $0.filter, with: options) }) else { return nil }
    let population = Double(max(0, -index.cities[city].unpopularity))
    // A city is mentioned almost as often as its population suggests, and one of unknown population
    // like a village. Alternate names are so many that one with an error is often a coincidence.
    let weight =
      pow(population + 1000, 0.8) * pow(0.03, Double(errors)) * (isLonger ? 0.3 : 1)
      * (!name.isAlias ? 1 : errors > 0 ? 0.2 : 0.5)
    return Candidate(
      city: city, position: position, errors: errors, isLonger: isLonger, weight: weight)
  }

  /// Chooses among candidates. Returns nil if there is none.
  private func resolution(
    _ candidates: [Candidate], _ hasOmissions: Bool, favorites: Set<Int64>
  ) throws(CityStoreError) -> CityResolution? {
    var best: [Int: Candidate] = [:]
    for candidate in candidates where candidate.weight > best[candidate.city]?.weight ?? 0 {
      best[candidate.city] = candidate
    }
    let ranked = best.values.sorted { ($0.weight, $1.city) > ($1.weight, $0.city) }
    guard let first = ranked.first else { return nil }
    let city = try rows.city(at: first.city)
    // The share among the candidates, times the probability that one of them is right: measured on
    // three lists of 2,000 lines by `Tests/Benchmarks/resolve`.
    let hasErrors = first.errors > 0
    let confidence =
      first.weight / ranked.reduce(0) { $0 + $1.weight } * [0.995, 0.985, 0.5][first.errors]
      * (hasOmissions ? hasErrors ? 0.3 : 0.8 : 1) * (first.isLonger ? 0.9 : 1)
      * (city.population > 0 ? 1 : 0.65)
    let matched = index.spelling(index.name(first.position))
    let kind: CityMatch.Kind = hasErrors ? .fuzzy : matched == nil ? .name : .alias
    return CityResolution(
      match: CityMatch(
        city: city, kind: kind, matched: matched, isFavorite: favorites.contains(city.id)),
      runnerUp: ranked.count > 1 ? try rows.city(at: ranked[1].city) : nil,
      confidence: confidence)
  }
}
