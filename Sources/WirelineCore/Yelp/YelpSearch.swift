/// The parameters of a business search; one that is nil is not sent.
package struct YelpSearch: Sendable, Equatable {
  package var place: YelpPlace
  /// What to look for, at most 300 characters.
  package var term: String?
  /// Results wanted, 1…50; the API's default is 20.
  package var limit: Int?

  package init(place: YelpPlace, term: String? = nil, limit: Int? = nil) throws(YelpFault) {
    self.place = place
    self.term = term.flatMap { $0.isEmpty ? nil : $0 }
    self.limit = limit
    if let term, term.count > 300 {
      throw .parameter(name: "term", reason: "it has more than 300 characters")
    }
    if let limit, !(1...50).contains(limit) {
      throw .parameter(name: "limit", reason: "\(limit) is not in 1…50")
    }
  }

  /// The query, sorted by name, so that the same search is the same URL.
  package var query: [(name: String, value: String)] {
    var query: [(name: String, value: String)] = []
    switch place {
    case .location(let location): query.append(("location", location))
    case .coordinates(let latitude, let longitude):
      query.append(("latitude", latitude))
      query.append(("longitude", longitude))
    }
    if let limit { query.append(("limit", String(limit))) }
    if let term { query.append(("term", term)) }
    return query.sorted { $0.name < $1.name }
  }
}
