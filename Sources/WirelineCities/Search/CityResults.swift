/// Takes cities as they are found, in order, and passes on those that are
/// wanted.
struct CityResults {
  private let options: CitySearchOptions
  private let countsAll: Bool
  private let body: (CityMatch) -> Void
  /// Found so far, those before the offset and beyond the limit too.
  private(set) var total = 0
  private(set) var delivered = 0

  /// - Parameter countsAll: goes on beyond the limit, to know the total.
  init(_ options: CitySearchOptions, countsAll: Bool, _ body: @escaping (CityMatch) -> Void) {
    self.options = options
    self.countsAll = countsAll
    self.body = body
  }

  /// Whether more can make a difference.
  var wantsMore: Bool { countsAll || !isFull }

  private var isFull: Bool { options.limit > 0 && delivered >= options.limit }

  /// Whether the city of a row may be among the results at all.
  func accepts(_ identifier: Int64, country: UnsafeRawBufferPointer) -> Bool {
    if let countries = options.countries, !countries.accepts(country) { return false }
    return options.identifiers?.contains(identifier) ?? true
  }

  /// - Parameter city: called when it is to be delivered.
  mutating func take(
    _ kind: CityMatch.Kind, kilometres: Double? = nil, _ city: () -> City
  ) {
    total += 1
    guard total > options.offset, !isFull else { return }
    delivered += 1
    body(CityMatch(city: city(), kind: kind, rank: total, kilometres: kilometres))
  }
}
