/// One question to the API: an endpoint and what it is asked, each value checked
/// as it is set.
package struct YelpQuestion: Sendable, Equatable {
  package let endpoint: YelpEndpoint
  /// By the API's names.
  package private(set) var values: [String: YelpValue] = [:]

  package init(_ endpoint: YelpEndpoint) { self.endpoint = endpoint }

  /// Sets a parameter; an empty text says nothing, as the API wants no empty ones.
  ///
  /// - Parameter warn: told what is sent although it may be wrong.
  /// - Throws: when the endpoint has no such parameter, or not with such a value.
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

  /// Takes a parameter out.
  package mutating func remove(_ name: String) { values[name] = nil }

  /// A number that was set.
  package func number(_ name: String) -> Int? {
    guard case .number(let digits)? = values[name] else { return nil }
    return Int(digits)
  }

  /// Asks for what comes after so many results.
  package mutating func resume(at offset: Int) {
    if let paging = endpoint.paging, 0..<paging.limit ~= offset { set("offset", offset) }
  }

  /// Sets a number that is known to be right.
  mutating func set(_ name: String, _ number: Int) { values[name] = .number(String(number)) }

  // MARK: The whole

  /// Whether a place is named.
  package var hasPlace: Bool {
    ["location", "latitude", "longitude"].contains { values[$0] != nil }
  }

  /// Whether everything that every question of its kind needs is there.
  package var isComplete: Bool {
    missing.isEmpty && (!endpoint.takesPlace || hasPlace)
  }

  /// Whether it says already what items would say: its place, or its subject.
  package var isAbout: Bool {
    endpoint.takesPlace ? hasPlace : endpoint.subject.map { values[$0] != nil } ?? false
  }

  /// What it needs beside what items can bring.
  package func missing(beside names: Set<String>) -> [String] {
    missing.filter { !names.contains($0) }
  }

  private var missing: [String] {
    endpoint.parameters.filter { $0.isRequired && values[$0.name] == nil }.map(\.name)
  }

  /// Checks what only a look at all parameters together can tell.
  package func check() throws(YelpFault) {
    try checkConflicts()
    if endpoint.takesPlace, !hasPlace { throw .placeMissing }
    let missing = missing
    if !missing.isEmpty { throw .missing(missing) }
  }

  /// The same for a question that is not yet complete.
  package func checkConflicts() throws(YelpFault) {
    try checkPlace()
    try exclude("open_now", "open_at")
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
    guard let first = values[one], values[other] != nil, first != .flag(false) else { return }
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
  /// Whether the API takes an empty text too.
  fileprivate var takesNothing: Bool {
    if case .letters(let lengths, _) = self { lengths.lowerBound == 0 } else { false }
  }
}
