/// All that one item of input brought, in one line (`--envelope`).
package struct EnvelopeRecord: Sendable {
  package var ref: [UInt8]
  /// The question: a request's method and URL, or a query's text.
  /// Nil where a response record does not say what was asked.
  package var question: Question?
  package var source: String?
  /// Nil where nobody knows.
  package var elapsed: Duration?
  /// How many results there are in all; may be more than are here.
  package var total: Int?

  /// Whether there was no answer, because another question came after it.
  package var isSuperseded = false

  package enum Question: Sendable {
    case query(String)
    case request(url: String)
  }

  package init(
    ref: [UInt8], question: Question?, source: String? = nil, elapsed: Duration?, total: Int?
  ) {
    self.ref = ref
    self.question = question
    self.source = source
    self.elapsed = elapsed
    self.total = total
  }

  /// Writes the record's members into an object that is open.
  ///
  /// - Parameter results: writes each result as an object into an open array.
  package func writeMembers(
    to writer: inout JSONWriter, results: (inout JSONWriter) -> Void
  ) {
    writer.member("ref", raw: ref)
    switch question {
    case .query(let text): writer.member("query", text)
    case nil: break
    case .request(let url):
      writer.key("request")
      writer.beginObject()
      writer.member("url", url)
      writer.endObject()
    }
    if let source { writer.member("source", source) }
    if let elapsed { writer.member("elapsed_ms", elapsed.milliseconds) }
    if let total { writer.member("total", total) }
    if isSuperseded { writer.member("superseded", true) }
    writer.key("results")
    writer.beginArray()
    results(&writer)
    writer.endArray()
  }
}
