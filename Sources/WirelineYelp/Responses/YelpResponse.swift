internal import WirelineCore

/// A complete response of the API; its objects are unchanged.
struct YelpResponse: Sendable {
  let endpoint: YelpEndpoint
  let results: [JSONView]
  let total: Int?
  let root: JSONView

  /// Parses the body of a successful response and checks the types of its fields.
  init(_ endpoint: YelpEndpoint, body: [UInt8]) throws(YelpValidationError) {
    self.endpoint = endpoint
    root = try converting({ YelpValidationError.decode(path: "", reason: $0.description) }) {
      () throws(JSONSyntaxError) in
      try JSONView.parse(try JSONScanner.compacted(body))
    }
    try YelpSchema.expect(.object, root, at: "")
    switch endpoint.results {
    case .root:
      try endpoint.schema(nil).check(root, path: "")
      if let name = endpoint.essential { _ = try Self.field(name, of: root) }
      results = [root]
    case .member(let name):
      let object = try Self.field(name, of: root)
      try endpoint.schema(name).check(object, path: "/\(name)")
      results = [object]
    case .lists(let names):
      var results: [JSONView] = []
      for name in names {
        // A response with several lists may omit empty ones.
        if names.count > 1, root[name] == nil { continue }
        let list = try Self.field(name, of: root)
        try YelpSchema.expect(.array, list, at: "/\(name)")
        let schema = endpoint.schema(name)
        for (index, element) in list.elements.enumerated() {
          try schema.check(element, path: "/\(name)/\(index)")
          results.append(element)
        }
      }
      self.results = results
    }
    total = root["total"]?.integer
  }

  private static func field(_ name: String, of root: JSONView) throws(YelpValidationError)
    -> JSONView
  {
    guard let field = root[name] else { throw .decode(path: "/\(name)", reason: "missing") }
    return field
  }
}

extension YelpEndpoint {
  /// - Parameter list: the field of the response that holds the result; nil for the root.
  func schema(_ list: String?) -> YelpSchema {
    switch self {
    case .search, .phone, .transactions, .match, .business: .business
    case .autocomplete:
      switch list {
      case "terms": .term
      case "categories": .category
      default: .business
      }
    case .reviews: .review
    case .event, .events, .featuredEvent: .event
    case .categories, .category: .category
    case .chat: .chat
    case .engagement, .insights: .metrics
    case .serviceOfferings: .serviceOffering
    case .reviewHighlights: .reviewHighlight
    case .jobs: .job
    case .openings: .reservationDay
    }
  }
}

/// An error that the API reports: `{"error":{"code","description"}}`, or a form of its older parts.
struct YelpServiceError: Sendable, Equatable {
  let code: String
  let description: String
  let field: String?
  let detail: [UInt8]

  /// Returns nil if the body does not contain an error.
  init?(body: [UInt8]) {
    guard let root = try? JSONView.parse(body) else { return nil }
    self.init(root)
  }

  /// Returns nil if the response does not contain an error.
  init?(_ root: JSONView) {
    guard let error = root["error"] ?? root["errors"]?.elements.first, error.type == .object,
      let compact = try? JSONScanner.compacted(Array(error.raw))
    else { return nil }
    code = (error["code"] ?? error["error_code"] ?? error["id"])?.string ?? ""
    description =
      (error["description"] ?? error["error_message"] ?? error["more_info"])?.string ?? ""
    field = error["field"]?.string
    detail = compact
  }

  /// Whether the calls of the day are used up, so that retrying in seconds is useless.
  var isQuotaExhausted: Bool { code == "ACCESS_LIMIT_REACHED" }

  /// Whether the server refused the key, or the endpoint to it: `TOKEN_INVALID`,
  /// `UNAUTHORIZED_ACCESS_TOKEN`, `AUTHORIZATION_ERROR`.
  var concernsKey: Bool {
    code.isEmpty
      || ["TOKEN", "AUTH", "ACCESS", "SCOPE", "PERMISSION", "FORBIDDEN"]
        .contains { code.contains(text: $0) }
  }
}
