/// An element of an array in a response, such as a business or an event, as a line. An object is
/// copied verbatim and gets `ref` and `rank`; another value becomes the field `value`.
package struct ElementRecord: Sendable {
  package var element: JSONView
  package var ref: [UInt8]
  /// The position in the response, from 1.
  package var rank: Int

  package init(_ element: JSONView, ref: [UInt8], rank: Int) {
    self.element = element
    self.ref = ref
    self.rank = rank
  }

  private static let own = JSONNames(["ref", "rank"])

  /// Writes the record's fields into an open object.
  package func writeFields(to writer: inout JSONWriter) {
    if element.type == .object {
      writer.fields(of: element, except: Self.own)
    } else {
      writer.key("value")
      writer.value(element)
    }
    writer.field("ref", raw: ref)
    writer.field("rank", rank)
  }
}

/// All results of an item, in one line (`--envelope`).
package struct EnvelopeRecord: Sendable {
  package var ref: [UInt8]
  /// The URL of the request or the text of the query; nil to omit it.
  package var question: Question?
  package var source: String?
  /// The elapsed time; nil if unknown.
  package var elapsed: Duration?
  /// The total number of results, which may exceed those included.
  package var total: Int?

  /// Whether a later query replaced this one before it ran.
  package var isSuperseded = false

  package static let fields = [
    "ref", "query", "request", "source", "elapsed_ms", "total", "superseded", "results",
  ]

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

  /// Writes the record's fields into an open object.
  ///
  /// - Parameter results: writes each result as an object into an open array.
  package func writeFields(
    to writer: inout JSONWriter, results: (inout JSONWriter) -> Void
  ) {
    writer.field("ref", raw: ref)
    switch question {
    case .query(let text): writer.field("query", text)
    case nil: break
    case .request(let url):
      writer.key("request")
      writer.object { $0.field("url", url) }
    }
    if let source { writer.field("source", source) }
    if let elapsed { writer.field("elapsed_ms", milliseconds: elapsed) }
    if let total { writer.field("total", total) }
    if isSuperseded { writer.field("superseded", true) }
    writer.key("results")
    writer.array(results)
  }
}
