/// The start of a name, without restrictions, and the number of cities to find.
struct RankedPrefix: Hashable {
  private let fold: [UInt8]
  let count: Int

  /// Nil for other searches, and for more cities than are worth remembering.
  init?(_ fold: [UInt8], _ results: CityResults) {
    let options = results.options
    // A key without the options: `CitySearch` forgets the ids when the favourites change, and the
    // mode and the offset change neither the order nor the first cities.
    guard options.countries == nil, options.identifiers == nil, options.isUnique,
      results.total == 0, results.missing <= 64
    else { return nil }
    self.fold = fold
    count = results.missing
  }
}
