extension YelpStandIn {
  /// A call as an endpoint looks at it.
  struct Question: Sendable {
    let request: ServedRequest
    /// What stands in the path: an id, an alias, a type; "" if nothing does.
    let id: String
    /// How many places a search finds.
    let total: Int
    /// The most that offset and limit of a search may come to.
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

    /// The names of all that was given, in the query or in the body.
    var names: [String] {
      let query = request.query.split(separator: "&").map { pair in
        ServedRequest.decoded(pair.prefix { $0 != "=" })
      }
      return query + (body?.members.map(\.name) ?? [])
    }

    /// What was given under a name, as a text.
    subscript(name: String) -> String? {
      request[query: name] ?? body?[name].map { $0.string ?? $0.text }
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// The values of a list, parted by commas.
    func list(_ name: String) -> [String] {
      self[name]?.split(separator: ",").map(String.init) ?? []
    }

    /// What offset and limit leave of so many results.
    func page(of count: Int, limit: Int) -> Range<Int> {
      let start = min(count, max(0, integer("offset") ?? 0))
      return start..<min(count, start + max(0, integer("limit") ?? limit))
    }

    /// Where this server is, for the URLs in an answer.
    var root: String { "http://\(request[header: "host"] ?? "127.0.0.1")" }
  }
}
