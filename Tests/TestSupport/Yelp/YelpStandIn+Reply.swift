extension YelpStandIn {
  /// What the API says, before it is put on the wire.
  struct Reply: Sendable {
    var status = 200
    var body: String
    var type = "application/json"
    var headers: [(name: String, value: String)] = []

    /// The form of all refusals: `{"error":{"code","description","field"}}`.
    static func refusal(
      _ status: Int, _ code: String, _ description: String, field: String? = nil
    ) -> Reply {
      var members = #""code": "\#(code)", "description": \#(StrictJSON.quoted(description))"#
      if let field { members += #", "field": \#(StrictJSON.quoted(field))"# }
      return Reply(status: status, body: #"{"error": {\#(members)}}"#)
    }

    static func invalid(_ description: String, field: String? = nil) -> Reply {
      refusal(400, "VALIDATION_ERROR", description, field: field)
    }

    /// - Parameter isCoded: the client takes gzip.
    func answer(adding more: [(name: String, value: String)], isCoded: Bool) -> Answer {
      var answer = Answer(status: status, body: Array(body.utf8))
      if isCoded { answer.body = Gzip.gzip(answer.body) }
      answer.headers = [("Content-Type", type)] + headers + more
      if isCoded { answer.headers.append(("Content-Encoding", "gzip")) }
      return answer
    }
  }
}
