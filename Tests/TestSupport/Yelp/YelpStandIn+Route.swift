extension YelpStandIn {
  /// An endpoint of the API: where it is, what it takes, what it answers.
  struct Route: Sendable {
    /// The sub-command of yelp-query.
    let endpoint: String
    var method = "GET"
    /// `*` stands for the one segment that varies.
    let path: String
    var required: [String] = []
    var optional: [String] = []
    /// A location, or latitude and longitude.
    var needsPlace = false
    /// The most that `limit` may be; nil where there is none.
    var maximumLimit: Int?
    /// The body of a good answer.
    let answer: @Sendable (Question) -> String

    /// - Returns: the endpoint of a path, and what stands for its `*`.
    static func find(_ path: String) -> (route: Route, id: String)? {
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      for route in all {
        let pattern = route.path.split(separator: "/", omittingEmptySubsequences: false)
        guard pattern.count == segments.count else { continue }
        let pairs = zip(pattern, segments)
        if pairs.allSatisfy({ $0 == $1 || $0 == "*" && !$1.isEmpty }) {
          let id = pairs.first { $0.0 == "*" }.map { ServedRequest.decoded($0.1) }
          return (route, id ?? "")
        }
      }
      return nil
    }

    /// What the API says to a call that it does not take; nil for a good one.
    func refusal(of question: Question) -> Reply? {
      if question.request.method != method {
        return .refusal(405, "METHOD_NOT_ALLOWED", "Use \(method).")
      }
      if method == "POST", question.body?.isObject != true {
        return .invalid("The body is not a JSON object.")
      }
      return refusalOfNames(question) ?? refusalOfPage(question) ?? refusalOfID(question)
    }

    private func refusalOfNames(_ question: Question) -> Reply? {
      let names = question.names
      if let name = required.first(where: { !names.contains($0) }) {
        return .invalid("'\(name)' is a required property", field: name)
      }
      let place = ["location", "latitude", "longitude"]
      let known = required + optional + (needsPlace ? place : [])
      if let name = names.first(where: { !known.contains($0) }) {
        return .invalid("Additional properties are not allowed ('\(name)')", field: name)
      }
      if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
        return .invalid("'\(name)' was given twice", field: name)
      }
      let isPlaced = names.contains("location") || place.dropFirst().allSatisfy(names.contains)
      return needsPlace && !isPlaced
        ? .invalid("Please specify a location or a latitude and longitude") : nil
    }

    private func refusalOfPage(_ question: Question) -> Reply? {
      for (name, maximum) in [("limit", maximumLimit ?? 0), ("offset", 1000)] {
        guard let text = question[name] else { continue }
        guard let value = Int(text) else {
          return .invalid("'\(text)' is not of type 'integer'", field: name)
        }
        if value < 0 { return .invalid("\(value) is less than the minimum of 0", field: name) }
        if value > maximum {
          return .invalid("\(value) is greater than the maximum of \(maximum)", field: name)
        }
      }
      let cap = endpoint == "search" ? question.cap : 1000
      let end = (question.integer("offset") ?? 0) + (question.integer("limit") ?? 0)
      return end > cap
        ? .invalid("Too many results requested, limit+offset must be <= \(cap).") : nil
    }

    private func refusalOfID(_ question: Question) -> Reply? {
      guard question.id.hasPrefix("missing") else { return nil }
      let code = path.contains("events") ? "EVENT_NOT_FOUND" : "BUSINESS_NOT_FOUND"
      return .refusal(
        404, path.contains("categories") ? "NOT_FOUND" : code,
        "The requested resource could not be found.")
    }
  }
}
