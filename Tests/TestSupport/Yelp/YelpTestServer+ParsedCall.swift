extension YelpTestServer {
  /// The parsed parameters of a call.
  struct ParsedCall: Sendable {
    let request: ServedRequest
    /// The parameter in the path: an id, an alias or a type; empty if absent.
    let id: String
    /// The number of results of a search.
    let total: Int
    /// The maximum of offset plus limit of a search.
    let cap: Int
    /// The body, if it is JSON.
    let body: StrictJSON?

    init(_ request: ServedRequest, id: String, total: Int, cap: Int) {
      self.request = request
      self.id = id
      self.total = total
      self.cap = cap
      body = request.method == "POST" ? try? StrictJSON(bytes: request.body) : nil
    }

    /// The names of all parameters in the query and the body.
    var names: [String] {
      let query = request.query.split(separator: "&").map { pair in
        ServedRequest.decoded(pair.prefix { $0 != "=" })
      }
      return query + (body?.members.map(\.name) ?? [])
    }

    /// The text of a parameter.
    subscript(name: String) -> String? {
      request[query: name] ?? body?[name].map { $0.string ?? $0.text }
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// The elements of a comma-separated list.
    func list(_ name: String) -> [String] {
      self[name]?.split(separator: ",").map(String.init) ?? []
    }

    /// The page of `count` results that offset and limit select.
    func page(of count: Int, limit: Int) -> Range<Int> {
      let start = min(count, max(0, integer("offset") ?? 0))
      return start..<min(count, start + max(0, integer("limit") ?? limit))
    }

    /// The URL of this server, for URLs in responses.
    var root: String { "http://\(request[header: "host"] ?? "127.0.0.1")" }
  }
}
