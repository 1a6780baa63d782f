/// What a run did, as one line of JSON on stderr (`--summary`).
///
/// `{"summary":{"tool":…,"items":…,"outcomes":{…},"errors":{…},"errors_by_host":{…},
/// "tolerate":…,"stopped":…,"bytes":…,"elapsed_ms":…}}`
package struct SummaryRecord: Equatable, Sendable {
  /// How often something happened; the name is snake_case.
  package struct Count: Equatable, Sendable {
    package var name: String
    package var count: Int

    package init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  package var tool: String
  /// Items of input: lines that are not blank, or operands; error records that passed through are
  /// not counted.
  package var items: Int
  /// By outcome, in the tool's order: `network` 12, `storage` 3, `failed` 1; zeros are left out.
  package var outcomes: [Count] = []
  /// By error code.
  package var errors: [ErrorCode: Int] = [:]
  /// Failures by host, the most frequent first; absent where the tool does not count them.
  package var failedHosts: [Count] = []
  /// How many failures were tolerated, as given; absent without `--tolerate`.
  package var tolerance: String?
  /// Whether the run stopped because more items failed than were tolerated.
  package var isStoppedByFailures = false
  /// Bytes that came over the network, or were read; absent where the tool does not count them.
  package var bytes: Int?
  package var elapsed: Duration

  package init(tool: String, items: Int, elapsed: Duration) {
    self.tool = tool
    self.items = items
    self.elapsed = elapsed
  }

  /// The record with its line feed.
  package var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("summary")
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func writeMembers(to writer: inout JSONWriter) {
    writer.member("tool", tool)
    writer.member("items", items)
    Self.write("outcomes", outcomes, to: &writer)
    let codes = errors.sorted { $0.key.rawValue < $1.key.rawValue }
    Self.write("errors", codes.map { Count($0.key.rawValue, $0.value) }, to: &writer)
    if !failedHosts.isEmpty { Self.write("errors_by_host", failedHosts, to: &writer) }
    if let tolerance { writer.member("tolerate", tolerance) }
    if isStoppedByFailures { writer.member("stopped", "too_many_failures") }
    if let bytes { writer.member("bytes", bytes) }
    writer.member("elapsed_ms", Self.milliseconds(elapsed))
  }

  private static func write(_ name: String, _ counts: [Count], to writer: inout JSONWriter) {
    writer.key(name)
    writer.beginObject()
    for count in counts where count.count != 0 { writer.member(count.name, count.count) }
    writer.endObject()
  }

  /// Whole milliseconds, cut off.
  private static func milliseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
