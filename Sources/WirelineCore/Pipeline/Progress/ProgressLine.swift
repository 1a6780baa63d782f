/// Formats progress as text and as JSON.
enum ProgressLine {
  /// Returns `1,204 of 20,000 done, 3 failed, 12 joined, 40 from storage, 16 in flight, 12.4 MiB,
  /// 3.1 MiB/s, 812/s, 23 s left`.
  ///
  /// - Parameter width: the terminal's width; a longer line is cut.
  static func text(_ counts: ProgressCounts, elapsed: Duration, width: Int) -> String {
    let text =
      counts.isUpload
      ? upload(counts, elapsed)
      : counts.isDownload ? download(counts, elapsed) : items(counts, elapsed)
    return DisplayWidth.cut(text, to: max(1, width - 1)).text
  }

  private static func items(_ counts: ProgressCounts, _ elapsed: Duration) -> String {
    var parts = [
      counts.total.map { "\(AmountText.grouped(counts.done)) of \(AmountText.grouped($0)) done" }
        ?? "\(AmountText.grouped(counts.done)) done"
    ]
    if counts.failed > 0 { parts.append("\(AmountText.grouped(counts.failed)) failed") }
    for (name, text) in [
      ("joined", "joined"), ("memory", "from memory"), ("storage", "from storage"),
    ] {
      if let count = counts.outcomes[name] { parts.append("\(AmountText.grouped(count)) \(text)") }
    }
    if let count = counts.inFlight, count > 0 {
      parts.append("\(AmountText.grouped(count)) in flight")
    }
    if counts.bytes > 0 { parts += [AmountText.size(counts.bytes)] + rate(counts, elapsed) }
    if let rate = counts.rate(after: elapsed), counts.done > 0 {
      parts.append(
        rate < 10 ? "\((rate * 10).rounded() / 10)/s" : "\(AmountText.grouped(Int(rate)))/s")
    }
    if let left = counts.remaining(after: elapsed) { parts.append("\(clock(left)) left") }
    parts += counts.bodies.map { text(of: $0) }
    return parts.joined(separator: ", ")
  }

  /// `3.1 MiB/s`; empty if unknown.
  private static func rate(_ counts: ProgressCounts, _ elapsed: Duration) -> [String] {
    counts.byteRate(after: elapsed).map { ["\(AmountText.size(Int($0)))/s"] } ?? []
  }

  /// `photo.jpg 45 %`, `list.json 1.2 MiB` or `video.mp4 45 % sent`
  private static func text(of body: TransferMeter.Body) -> String {
    let name = DisplayWidth.cut(TerminalText.escaped(body.name), to: maximumNameColumns).text
    let amount =
      body.total.flatMap { $0 > 0 ? "\(body.bytes * 100 / $0) %" : nil }
      ?? AmountText.size(body.bytes)
    return "\(name) \(amount)" + (body.isUpload ? " sent" : "")
  }

  private static let maximumNameColumns = 24

  /// `sent 12.4 MiB of 45 MiB (27 %), 3.2 MiB/s, 10 s left`; empty for a short body.
  private static func upload(_ counts: ProgressCounts, _ elapsed: Duration) -> String {
    guard let body = counts.bodies.first(where: \.isUpload) else { return "" }
    var counts = ProgressCounts()
    (counts.isDownload, counts.bytes, counts.totalBytes) = (true, body.bytes, body.total)
    return "sent " + download(counts, elapsed)
  }

  /// `12.4 MiB of 45 MiB (27 %), 3.2 MiB/s, 10 s left`
  private static func download(_ counts: ProgressCounts, _ elapsed: Duration) -> String {
    var parts = [AmountText.size(counts.bytes)]
    if let total = counts.totalBytes, total > 0 {
      parts[0] += " of \(AmountText.size(total)) (\(counts.bytes * 100 / total) %)"
    }
    parts += rate(counts, elapsed)
    if let left = counts.remaining(after: elapsed) { parts.append("\(clock(left)) left") }
    return parts.joined(separator: ", ")
  }

  /// `{"progress":{"tool":…,"done":…,"failed":…,"total":…,"in_flight":…,"outcomes":{…},"bytes":…,
  /// "elapsed_ms":…}}`
  static func event(_ counts: ProgressCounts, tool: String, elapsed: Duration) -> [UInt8] {
    JSONWriter.line { writer in
      writer.key("progress")
      writer.object { write(counts, tool: tool, elapsed: elapsed, to: &$0) }
    }
  }

  private static func write(
    _ counts: ProgressCounts, tool: String, elapsed: Duration, to writer: inout JSONWriter
  ) {
    writer.field("tool", tool)
    writer.field("done", counts.done)
    writer.field("failed", counts.failed)
    if let total = counts.total { writer.field("total", total) }
    if let count = counts.inFlight { writer.field("in_flight", count) }
    if !counts.outcomes.isEmpty {
      writer.field("outcomes", counts.outcomes.sorted { $0.key < $1.key })
    }
    writer.field("bytes", counts.bytes)
    if let total = counts.totalBytes { writer.field("total_bytes", total) }
    if !counts.bodies.isEmpty { write(counts.bodies, to: &writer) }
    writer.field("elapsed_ms", Int(elapsed / .milliseconds(1)))
    if let left = counts.remaining(after: elapsed) {
      writer.field("remaining_ms", Int((left / .milliseconds(1)).rounded()))
    }
  }

  private static func write(_ bodies: [TransferMeter.Body], to writer: inout JSONWriter) {
    writer.key("transfers")
    writer.array { writer in
      for body in bodies {
        writer.object { writer in
          writer.field("name", body.name)
          writer.field("direction", body.isUpload ? "upload" : "download")
          writer.field("bytes", body.bytes)
          if let total = body.total { writer.field("total_bytes", total) }
        }
      }
    }
  }

  /// `23 s`, `4 min 5 s`, `2 h 7 min`
  private static func clock(_ duration: Duration) -> String {
    let seconds = Int((duration / .seconds(1)).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}

/// Numbers and sizes for people.
package enum AmountText {
  /// `1,204,000`
  package static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// `900 B`, `12.4 MiB`; powers of 1024, as in `--max-body`.
  package static func size(_ bytes: Int) -> String {
    var (number, unit) = (Double(bytes), 0)
    while number >= 1024, unit < 4 {
      number /= 1024
      unit += 1
    }
    let shown = unit == 0 || number >= 100 ? "\(Int(number))" : "\((number * 10).rounded() / 10)"
    return "\(shown) \(["B", "KiB", "MiB", "GiB", "TiB"][unit])"
  }
}

/// The counts of a run.
package struct ProgressCounts: Equatable, Sendable {
  package var done = 0
  package var failed = 0
  /// Items read and not finished; nil if the run does not count them.
  package var inWork: Int?
  /// Requests in flight; nil for a run without requests.
  package var inFlight: Int?
  /// Successes by kind, such as `joined` 3, `storage` 40.
  package var outcomes: [String: Int] = [:]
  /// The fraction of the input that was read, 0 to 1.
  package var inputFraction: Double?
  package var bytes = 0
  /// The total number of items; nil while unknown.
  package var total: Int?
  /// The size of a download in bytes; nil if unknown.
  package var totalBytes: Int?
  /// Bytes that were present before a download was resumed.
  package var earlierBytes = 0
  /// Whether the run is a download, measured in bytes.
  package var isDownload = false
  /// Whether the body of the only request is being sent.
  package var isUpload = false

  /// The large bodies in transfer, if they are few.
  var bodies: [TransferMeter.Body] = []

  /// Adds the bodies in transfer.
  mutating func add(_ snapshot: TransferMeter.Snapshot) {
    bytes += snapshot.receivedBytes
    bodies = snapshot.bodies
  }

  /// Bytes per second since the start; nil in the first tenth of a second.
  func byteRate(after elapsed: Duration) -> Double? { Self.rate(bytes - earlierBytes, elapsed) }

  /// Items per second since the start; nil in the first tenth of a second.
  func rate(after elapsed: Duration) -> Double? { Self.rate(done, elapsed) }

  private static func rate(_ count: Int, _ elapsed: Duration) -> Double? {
    let seconds = elapsed / .seconds(1)
    return seconds < 0.1 ? nil : Double(count) / seconds
  }

  /// The remaining time; nil if unknown.
  func remaining(after elapsed: Duration) -> Duration? {
    if isDownload { return Self.remaining((totalBytes ?? 0) - bytes, byteRate(after: elapsed)) }
    let items = (expectedTotal ?? 0) - done
    let sizes = bodies.compactMap { $0.isUpload ? nil : $0.total }
    // If all remaining items are large bodies in transfer, bytes give the better estimate.
    if items > 0, sizes.count == items, bodies.count == items {
      let missing = bodies.reduce(sizes.reduce(0, +)) { $0 - $1.bytes }
      return Self.remaining(missing, byteRate(after: elapsed))
    }
    return Self.remaining(items, rate(after: elapsed))
  }

  private static func remaining(_ count: Int, _ rate: Double?) -> Duration? {
    guard count > 0, let rate, rate > 0 else { return nil }
    let seconds = Double(count) / rate
    // A server may announce any length: decades say nothing, and more overflow.
    return seconds < 1e9 ? .seconds(seconds) : nil
  }

  /// The total number of items, estimated from the input read so far if necessary.
  private var expectedTotal: Int? {
    if let total { return total }
    guard let inputFraction, inputFraction > 0, let inWork else { return nil }
    return Int(Double(done + inWork) / inputFraction)
  }
}
