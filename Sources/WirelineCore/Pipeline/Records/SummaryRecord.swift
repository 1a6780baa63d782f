/// The summary of a run, as one line of JSON on stderr (`--summary`).
///
/// `{"summary":{"tool":…,"items":…,"outcomes":{…},"errors":{…},"errors_by_host":{…},
/// "tolerate":…,"stopped":…,"bytes":…,"elapsed_ms":…}}`
struct SummaryRecord {
  let tool: String
  let outcome: PipeOutcome
  var tolerance = FailureTolerance.none
  let elapsed: Duration

  var lineBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.key("summary")
      writer.object(writeFields)
    }
  }

  private func writeFields(to writer: inout JSONWriter) {
    writer.field("tool", tool)
    writer.field("items", outcome.items)
    let outcomes = outcome.outcomes.sorted { $0.key < $1.key }
    Self.write("outcomes", outcomes + [("failed", outcome.failureCount)], to: &writer)
    let errors = outcome.failures.map { ($0.key.rawValue, $0.value) }
    Self.write("errors", errors.sorted { $0.0 < $1.0 }, to: &writer)
    // The most frequent ones first.
    let hosts = outcome.failedHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !hosts.isEmpty { Self.write("errors_by_host", hosts, to: &writer) }
    if tolerance != .none { writer.field("tolerate", tolerance.text) }
    if let limit = tolerance.failureLimit, outcome.failureCount > limit {
      writer.field("stopped", "too_many_failures")
    }
    if let bytes = outcome.bytes { writer.field("bytes", bytes) }
    writer.field("elapsed_ms", Int64(elapsed / .milliseconds(1)))
  }

  /// Omits zeros.
  private static func write(
    _ name: String, _ counts: [(key: String, value: Int)], to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.object { writer in
      for (name, count) in counts where count != 0 { writer.field(name, count) }
    }
  }
}

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
  /// Nil if unknown.
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
    if let elapsed { writer.field("elapsed_ms", elapsed.milliseconds) }
    if let total { writer.field("total", total) }
    if isSuperseded { writer.field("superseded", true) }
    writer.key("results")
    writer.beginArray()
    results(&writer)
    writer.endArray()
  }
}
