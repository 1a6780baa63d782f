internal import WirelineRequests

/// A request to the API: an endpoint and its parameters, each validated when it is set.
struct YelpQuery: Sendable, Equatable {
  let endpoint: YelpEndpoint
  private(set) var values: [String: YelpValue] = [:]

  init(_ endpoint: YelpEndpoint) { self.endpoint = endpoint }

  /// Sets a parameter. Empty text is ignored, because the API rejects it.
  /// - Throws: if the endpoint does not have the parameter, or the value is invalid.
  mutating func set(
    _ name: String, _ text: String, warn: (String) -> Void = { _ in }
  ) throws(YelpValidationError) {
    guard let parameter = endpoint.parameter(name) else {
      throw .parameter(name: name, reason: "\(endpoint.rawValue) does not have this parameter")
    }
    if text.isEmpty, !parameter.rule.acceptsEmptyText { return }
    do throws(YelpValidationError.Reason) {
      values[name] = try parameter.rule.value(text, warn: warn)
    } catch {
      throw .parameter(name: name, reason: error.text, suggestion: error.suggestion)
    }
  }

  mutating func remove(_ name: String) { values[name] = nil }

  /// Whether an empty option is an error, such as `--location "$city"` with an unset variable.
  /// Without a value, other parameters have a default or no effect.
  func needsText(_ name: String) -> Bool {
    if ["location", "latitude", "longitude"].contains(name) { return true }
    return endpoint.parameter(name).map { $0.isRequired && !$0.rule.acceptsEmptyText } ?? false
  }

  func number(_ name: String) -> Int? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Int(digits)
  }

  mutating func resume(at offset: Int) {
    if let paging = endpoint.paging, 0..<paging.limit ~= offset { set("offset", offset) }
  }

  /// Sets a number that is known to be valid.
  mutating func set(_ name: String, _ number: Int) { values[name] = .number(String(number)) }

  var hasLocation: Bool {
    ["location", "latitude", "longitude"].contains { values[$0] != nil }
  }

  /// Whether it has coordinates, so that queries near it have common results.
  var isNearby: Bool { endpoint.hasRepeats && values["latitude"] != nil }

  var isComplete: Bool {
    missing.isEmpty && (!endpoint.needsLocation || hasLocation)
  }

  /// Whether the location or the subject is set, which an input item would provide.
  var hasSubject: Bool {
    endpoint.needsLocation ? hasLocation : endpoint.subject.map { values[$0] != nil } ?? false
  }

  /// The required parameters that are neither set nor in `names`.
  func missing(beside names: Set<String>) -> [String] {
    missing.filter { !names.contains($0) }
  }

  /// Whether some of the parameters that describe one item are set.
  var isBegun: Bool { endpoint.parameters.contains { $0.isSubject && values[$0.name] != nil } }

  private var missing: [String] {
    endpoint.parameters.filter { $0.isRequired && values[$0.name] == nil }.map(\.name)
  }

  func check() throws(YelpValidationError) {
    try checkConflicts()
    if endpoint.needsLocation, !hasLocation { throw .missingLocation }
    let missing = missing
    if !missing.isEmpty { throw .missing(missing) }
  }

  /// Checks the parameters of a query that may be incomplete.
  func checkConflicts() throws(YelpValidationError) {
    try checkLocation()
    for parameter in endpoint.parameters {
      if let conflict = parameter.conflict { try checkConflict(of: parameter.name, with: conflict) }
    }
    try checkOrder(from: "start_date", to: "end_date")
    try checkOrder(from: "date_range_start", to: "date_range_end")
    if let paging = endpoint.paging {
      let last = (number("offset") ?? 0) + (number("limit") ?? 0)
      if last > paging.limit {
        throw .parameter(
          name: "offset", reason: "offset plus limit is \(last), expected at most \(paging.limit)")
      }
    }
  }

  private func checkLocation() throws(YelpValidationError) {
    let hasLatitude = values["latitude"] != nil
    if hasLatitude != (values["longitude"] != nil) {
      let (missing, given) =
        hasLatitude ? ("longitude", "latitude") : ("latitude", "longitude")
      throw .parameter(name: missing, reason: "required with \(given)")
    }
    if hasLatitude, values["location"] != nil {
      throw .parameter(
        name: "location", reason: "cannot be used with latitude and longitude")
    }
  }

  private func checkConflict(of one: String, with other: String) throws(YelpValidationError) {
    func isSet(_ name: String) -> Bool { values[name].map { $0 != .flag(false) } ?? false }
    guard isSet(one), isSet(other) else { return }
    throw .parameter(name: one, reason: "cannot be used with \(other)")
  }

  private func checkOrder(from start: String, to end: String) throws(YelpValidationError) {
    guard let first = values[start].flatMap({ Int($0.text) }),
      let last = values[end].flatMap({ Int($0.text) }), first > last
    else { return }
    throw .parameter(name: end, reason: "earlier than \(start)")
  }
}

extension YelpRule {
  fileprivate var acceptsEmptyText: Bool {
    if case .letters(let lengths, _) = self { lengths.lowerBound == 0 } else { false }
  }
}

/// The links that open a query in a browser and in the app.
struct YelpLinks: Sendable, Equatable {
  let web: String
  let app: String

  /// The app's pages for check-ins, which have no parameters.
  static let checkIns: KeyValuePairs = [
    "check_in_nearby": "yelp4:///check_in/nearby", "check_ins": "yelp4:///check_ins",
    "check_in_rankings": "yelp4:///check_in/rankings",
  ]

  /// Returns nil for endpoints other than searches and businesses.
  init?(_ query: YelpQuery) {
    switch query.endpoint {
    case .search, .transactions: self.init(search: query)
    case .business, .reviews, .reviewHighlights, .serviceOfferings, .openings:
      guard let identifier = query.values["id"]?.text else { return nil }
      self.init(path: "/biz/" + PercentEncoding.component(identifier))
    default: return nil
    }
  }

  private init(path: String) {
    web = "https://yelp.com" + path
    app = "yelp4://" + path
  }

  private init(search query: YelpQuery) {
    var location = query.values["location"]?.text
    if let latitude = query.values["latitude"], let longitude = query.values["longitude"] {
      location = "\(latitude.text),\(longitude.text)"
    }
    let items = [
      ("terms", query.values["term"]?.text),
      ("category", query.values["categories"]?.text), ("location", location),
    ]
    let text = items.compactMap { item in
      item.1.map { "\(item.0)=\(PercentEncoding.component($0))" }
    }
    self.init(path: "/search?" + text.joined(separator: "&"))
  }
}
