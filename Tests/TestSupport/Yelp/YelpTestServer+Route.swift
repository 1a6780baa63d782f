extension YelpTestServer {
  /// An endpoint of the API: its path, its parameters and its responses.
  struct Route: Sendable {
    /// The command of yelp-query.
    let endpoint: String
    var method = "GET"
    /// `*` matches one segment.
    let path: String
    var required: [String] = []
    var optional: [String] = []
    /// Whether it requires a location, or latitude and longitude.
    var needsLocation = false
    /// The maximum of `limit`; nil without this parameter.
    var maximumLimit: Int?
    /// Returns the body of a successful response.
    let body: @Sendable (ParsedCall) -> String

    /// Returns the endpoint of a path, and the segment that `*` matches.
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

    /// Returns the error response to an invalid call, or nil for a valid one.
    func refusal(of call: ParsedCall) -> Reply? {
      if call.request.method != method {
        return .refusal(405, "METHOD_NOT_ALLOWED", "Use \(method).")
      }
      if method == "POST", call.body?.isObject != true {
        return .invalid("The body is not a JSON object.")
      }
      return refusalOfNames(call) ?? refusalOfPage(call) ?? refusalOfID(call)
    }

    private func refusalOfNames(_ call: ParsedCall) -> Reply? {
      let names = call.names
      if let name = required.first(where: { !names.contains($0) }) {
        return .invalid("'\(name)' is a required property", field: name)
      }
      let location = ["location", "latitude", "longitude"]
      let known = required + optional + (needsLocation ? location : [])
      if let name = names.first(where: { !known.contains($0) }) {
        return .invalid("Additional properties are not allowed ('\(name)')", field: name)
      }
      if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
        return .invalid("'\(name)' was given twice", field: name)
      }
      let hasLocation =
        names.contains("location") || location.dropFirst().allSatisfy(names.contains)
      return needsLocation && !hasLocation
        ? .invalid("Please specify a location or a latitude and longitude") : nil
    }

    private func refusalOfPage(_ call: ParsedCall) -> Reply? {
      for (name, maximum) in [("limit", maximumLimit ?? 0), ("offset", 1000)] {
        guard let text = call[name] else { continue }
        guard let value = Int(text) else {
          return .invalid("'\(text)' is not of type 'integer'", field: name)
        }
        if value < 0 { return .invalid("\(value) is less than the minimum of 0", field: name) }
        if value > maximum {
          return .invalid("\(value) is greater than the maximum of \(maximum)", field: name)
        }
      }
      let cap = endpoint == "search" ? call.cap : 1000
      let end = (call.integer("offset") ?? 0) + (call.integer("limit") ?? 0)
      return end > cap
        ? .invalid("Too many results requested, limit+offset must be <= \(cap).") : nil
    }

    private func refusalOfID(_ call: ParsedCall) -> Reply? {
      guard call.id.hasPrefix("missing") else { return nil }
      let code = path.contains("events") ? "EVENT_NOT_FOUND" : "BUSINESS_NOT_FOUND"
      return .refusal(
        404, path.contains("categories") ? "NOT_FOUND" : code,
        "The requested resource could not be found.")
    }
  }
}
