extension YelpTestServer {
  /// A response before encoding.
  struct Reply: Sendable {
    var status = 200
    var body: String
    var type = "application/json"
    var headers: [(name: String, value: String)] = []

    /// The format of all errors: `{"error":{"code","description","field"}}`.
    static func refusal(
      _ status: Int, _ code: String, _ description: String, field: String? = nil
    ) -> Reply {
      var fields = #""code": "\#(code)", "description": \#(StrictJSON.quoted(description))"#
      if let field { fields += #", "field": \#(StrictJSON.quoted(field))"# }
      return Reply(status: status, body: #"{"error": {\#(fields)}}"#)
    }

    static func invalid(_ description: String, field: String? = nil) -> Reply {
      refusal(400, "VALIDATION_ERROR", description, field: field)
    }

    /// - Parameter isGzipped: Whether the client accepts gzip.
    func response(adding more: [(name: String, value: String)], isGzipped: Bool) -> ServedResponse {
      var response = ServedResponse(status: status, body: Array(body.utf8))
      if isGzipped { response.body = Gzip.gzip(response.body) }
      response.headers = [("Content-Type", type)] + headers + more
      if isGzipped { response.headers.append(("Content-Encoding", "gzip")) }
      return response
    }
  }
}
