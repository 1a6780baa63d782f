internal import WirelineRequests

/// A request to the API: an endpoint and its parameters, each checked as it is set.
package struct YelpQuestion: Sendable, Equatable {
  package let endpoint: YelpEndpoint
  /// The parameters by the API's names.
  package private(set) var values: [String: YelpValue] = [:]

  package init(_ endpoint: YelpEndpoint) { self.endpoint = endpoint }

  /// Sets a parameter. Empty text is ignored, because the API does not accept it.
  ///
  /// - Parameter warn: Called for a value that is sent although it may be wrong.
  /// - Throws: If the endpoint does not have the parameter, or the value is invalid.
  package mutating func set(
    _ name: String, _ text: String, warn: (String) -> Void = { _ in }
  ) throws(YelpFault) {
    guard let parameter = endpoint.parameter(name) else {
      throw .parameter(name: name, reason: "\(endpoint.rawValue) has no such parameter")
    }
    if text.isEmpty, !parameter.rule.takesNothing { return }
    do throws(YelpFault.Reason) {
      values[name] = try parameter.rule.value(text, warn: warn)
    } catch {
      throw .parameter(name: name, reason: error.text, suggestion: error.suggestion)
    }
  }

  package mutating func remove(_ name: String) { values[name] = nil }

  package func number(_ name: String) -> Int? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Int(digits)
  }

  /// Continues after `offset` results.
  package mutating func resume(at offset: Int) {
    if let paging = endpoint.paging, 0..<paging.limit ~= offset { set("offset", offset) }
  }

  /// Sets a number that is known to be valid.
  mutating func set(_ name: String, _ number: Int) { values[name] = .number(String(number)) }

  // MARK: Checks

  /// Whether it has coordinates or a location.
  package var hasPlace: Bool {
    ["location", "latitude", "longitude"].contains { values[$0] != nil }
  }

  /// Whether all required parameters are set.
  package var isComplete: Bool {
    missing.isEmpty && (!endpoint.takesPlace || hasPlace)
  }

  /// Whether it has the location or the subject that an input item would provide.
  package var isAbout: Bool {
    endpoint.takesPlace ? hasPlace : endpoint.subject.map { values[$0] != nil } ?? false
  }

  /// The required parameters that are neither set nor in `names`.
  package func missing(beside names: Set<String>) -> [String] {
    missing.filter { !names.contains($0) }
  }

  private var missing: [String] {
    endpoint.parameters.filter { $0.isRequired && values[$0.name] == nil }.map(\.name)
  }

  /// Checks the parameters together.
  package func check() throws(YelpFault) {
    try checkConflicts()
    if endpoint.takesPlace, !hasPlace { throw .placeMissing }
    let missing = missing
    if !missing.isEmpty { throw .missing(missing) }
  }

  /// Checks the parameters of a question that may be incomplete.
  package func checkConflicts() throws(YelpFault) {
    try checkPlace()
    for parameter in endpoint.parameters {
      if let conflict = parameter.conflict { try exclude(parameter.name, conflict) }
    }
    try checkOrder("start_date", "end_date")
    try checkOrder("date_range_start", "date_range_end")
    if let paging = endpoint.paging {
      let last = (number("offset") ?? 0) + (number("limit") ?? 0)
      if last > paging.limit {
        throw .parameter(
          name: "offset", reason: "offset and limit together are \(last), above \(paging.limit)")
      }
    }
  }

  private func checkPlace() throws(YelpFault) {
    let hasLatitude = values["latitude"] != nil
    if hasLatitude != (values["longitude"] != nil) {
      let (absent, given) =
        hasLatitude ? ("longitude", "latitude") : ("latitude", "longitude")
      throw .parameter(name: absent, reason: "it is missing beside \(given)")
    }
    if hasLatitude, values["location"] != nil {
      throw .parameter(
        name: "location", reason: "give either location or latitude and longitude")
    }
  }

  private func exclude(_ one: String, _ other: String) throws(YelpFault) {
    func isSet(_ name: String) -> Bool { values[name].map { $0 != .flag(false) } ?? false }
    guard isSet(one), isSet(other) else { return }
    throw .parameter(name: one, reason: "it excludes \(other)")
  }

  private func checkOrder(_ start: String, _ end: String) throws(YelpFault) {
    guard let first = values[start].flatMap({ Int($0.text) }),
      let last = values[end].flatMap({ Int($0.text) }), first > last
    else { return }
    throw .parameter(name: end, reason: "it is before \(start)")
  }
}

extension YelpRule {
  /// Whether the API accepts empty text.
  fileprivate var takesNothing: Bool {
    if case .letters(let lengths, _) = self { lengths.lowerBound == 0 } else { false }
  }
}

/// The links that open a question in a browser and in the app.
package struct YelpLinks: Sendable, Equatable {
  package let web: String
  package let app: String

  /// Returns nil for endpoints other than searches and businesses.
  package init?(_ question: YelpQuestion) {
    switch question.endpoint {
    case .search, .transactions: self.init(search: question)
    case .business, .reviews, .reviewHighlights, .serviceOfferings, .openings:
      guard let identifier = question.values["id"]?.text else { return nil }
      self.init(path: "/biz/" + PercentEncoding.component(identifier))
    default: return nil
    }
  }

  private init(path: String) {
    web = "https://yelp.com" + path
    app = "yelp4://" + path
  }

  private init(search question: YelpQuestion) {
    var place = question.values["location"]?.text
    if let latitude = question.values["latitude"], let longitude = question.values["longitude"] {
      place = "\(latitude.text),\(longitude.text)"
    }
    let items = [
      ("terms", question.values["term"]?.text),
      ("category", question.values["categories"]?.text), ("location", place),
    ]
    let query = items.compactMap { item in
      item.1.map { "\(item.0)=\(PercentEncoding.component($0))" }
    }
    self.init(path: "/search?" + query.joined(separator: "&"))
  }

  /// Links that only the app supports: nearby check-ins, all check-ins and rankings.
  package static let checkIns = [
    "yelp4:///check_in/nearby", "yelp4:///check_ins", "yelp4:///check_in/rankings",
  ]
}
