/// The summary of a run, as one line of JSON on stderr (`--summary`).
///
/// `{"summary":{"tool":…,"items":…,"outcomes":{…},"errors":{…},"errors_by_host":{…},
/// "tolerate":…,"stopped":…,"bytes":…,"elapsed_ms":…}}`
package struct SummaryRecord: Equatable, Sendable {
  /// A named count; the name is snake_case.
  package struct Count: Equatable, Sendable {
    package var name: String
    package var count: Int

    package init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  package var tool: String
  /// Non-blank lines or operands, without error records passed through.
  package var items: Int
  /// By outcome, in the tool's order, such as `network` 12, `storage` 3, `failed` 1. Zeros are
  /// omitted.
  package var outcomes: [Count] = []
  package var errors: [ErrorCode: Int] = [:]
  /// Failures by host, most frequent first; absent if the tool does not count them.
  package var failedHosts: [Count] = []
  package var tolerance: String?
  /// Whether the run stopped because more items failed than were tolerated.
  package var isStoppedByFailures = false
  package var bytes: Int?
  package var elapsed: Duration

  package var lineBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.key("summary")
      writer.object(writeFields)
    }
  }

  private func writeFields(to writer: inout JSONWriter) {
    writer.field("tool", tool)
    writer.field("items", items)
    Self.write("outcomes", outcomes, to: &writer)
    let codes = errors.sorted { $0.key.rawValue < $1.key.rawValue }
    Self.write("errors", codes.map { Count($0.key.rawValue, $0.value) }, to: &writer)
    if !failedHosts.isEmpty { Self.write("errors_by_host", failedHosts, to: &writer) }
    if let tolerance { writer.field("tolerate", tolerance) }
    if isStoppedByFailures { writer.field("stopped", "too_many_failures") }
    if let bytes { writer.field("bytes", bytes) }
    writer.field("elapsed_ms", Int64(elapsed / .milliseconds(1)))
  }

  private static func write(_ name: String, _ counts: [Count], to writer: inout JSONWriter) {
    writer.key(name)
    writer.object { writer in
      for count in counts where count.count != 0 { writer.field(count.name, count.count) }
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
