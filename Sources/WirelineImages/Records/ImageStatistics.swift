internal import Synchronization
internal import WirelineCore

/// Counts the images and the processor time of a run, for `--stats`.
final class ImageStatistics: Sendable {
  struct Counts: Sendable {
    /// Images with a record, whatever their source.
    var images = 0
    var formats: [ImageFormat: Int] = [:]
    var longerSides = PowerHistogram()
    var sizes = PowerHistogram()
    var downloadedBytes = 0
    var storedBytes = 0
    var processing = ProcessedImage.Times()
    var storing = Duration.zero
    /// The end of the items; nil before.
    var end: (outcome: PipeOutcome, elapsed: Duration)?
  }

  private let start = ContinuousClock.now
  private let state = Mutex(Counts())

  var counts: Counts { state.withLock { $0 } }

  /// Counts an image that a record describes.
  func count(_ image: IndexedImage) {
    state.withLock { counts in
      counts.images += 1
      counts.formats[image.header.format, default: 0] += 1
      if let width = image.header.width, let height = image.header.height {
        counts.longerSides.add(max(width, height))
      }
      counts.sizes.add(image.bytes)
    }
  }

  /// Adds the received bytes of an image that may have failed.
  func addDownload(bytes: Int) { state.withLock { $0.downloadedBytes += bytes } }

  /// Adds the bytes of a file that was written.
  func addStored(bytes: Int) { state.withLock { $0.storedBytes += bytes } }

  /// Adds the processor time of an image in a worker process.
  func addProcessing(_ times: ProcessedImage.Times) {
    state.withLock { counts in
      counts.processing.decode += times.decode
      counts.processing.transform += times.transform
      counts.processing.encode += times.encode
    }
  }

  /// Adds processor time that a thread of this process spent on storing.
  func addStoring(_ time: Duration) { state.withLock { $0.storing += time } }

  /// Calls a function that stores an image, and adds its processor time on this thread.
  func measuringStore<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = ProcessorTime.thread
    defer { addStoring(ProcessorTime.thread - before) }
    return try body()
  }

  /// Ends the measured time, and adds the results of the items.
  func finish(_ outcome: PipeOutcome) {
    let elapsed = start.duration(to: .now)
    state.withLock { $0.end = (outcome, elapsed) }
  }
}

/// Counts numbers by powers of two.
struct PowerHistogram: Sendable, Equatable {
  /// Numbers from `lowest` up to, but not including, `limit`.
  struct Class: Equatable {
    let lowest: Int
    let limit: Int
    let count: Int
  }

  private var counts: [Int] = []

  /// - Parameter number: counts as 1 if it is less.
  mutating func add(_ number: Int) {
    let power = Int.bitWidth - 1 - max(number, 1).leadingZeroBitCount
    if power >= counts.count {
      counts += [Int](repeating: 0, count: power + 1 - counts.count)
    }
    counts[power] += 1
  }

  /// The ranges that are not empty, in ascending order.
  var ranges: [Class] {
    counts.enumerated().filter { $0.element > 0 }.map { power, count in
      Class(lowest: 1 << power, limit: power < 62 ? 2 << power : .max, count: count)
    }
  }
}

/// The statistics of a run as `--stats` prints them.
struct ImageStatisticsRecord {
  let tool: String
  let counts: ImageStatistics.Counts
  /// The processor time of this process, and of its child processes.
  let process: Duration
  let children: Duration

  private var outcome: PipeOutcome { counts.end?.outcome ?? PipeOutcome() }
  private var elapsed: Duration { counts.end?.elapsed ?? .zero }

  private var isComplete: Bool { counts.end?.outcome.isComplete ?? false }

  /// The results of the items, most frequent first.
  private var outcomes: [(name: String, count: Int)] {
    let failed = [("failed", outcome.failureCount)].filter { $0.1 > 0 }
    return Self.sorted(outcome.outcomes.map { ($0.key, $0.value) } + failed)
  }

  private var errors: [(name: String, count: Int)] {
    Self.sorted(outcome.failures.map { ($0.key.rawValue, $0.value) })
  }

  private var formats: [(name: String, count: Int)] {
    Self.sorted(counts.formats.map { ($0.key.rawValue, $0.value) })
  }

  private static func sorted(
    _ counts: [(name: String, count: Int)]
  ) -> [(name: String, count: Int)] {
    counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The processor times by stage, beginning with their sum.
  private var times: [(name: String, time: Duration)] {
    let work = counts.processing
    let stages = work.decode + work.transform + work.encode
    // Workers that are still running are not included in the children's time.
    let total = process + max(children, stages)
    return [
      ("total", total), ("fetch", max(.zero, process - counts.storing)),
      ("decode", work.decode), ("transform", work.transform), ("encode", work.encode),
      ("store", counts.storing),
    ]
  }

  private func rate(_ count: Int) -> Double {
    elapsed > .zero ? Double(count) / (elapsed / .seconds(1)) : 0
  }

  // MARK: JSON

  /// Writes the fields into an open object.
  func writeFields(to writer: inout JSONWriter) {
    writer.field("tool", tool)
    writer.field("complete", isComplete)
    writer.field("items", outcome.items)
    writer.field("images", counts.images)
    Self.write("outcomes", outcomes, to: &writer)
    Self.write("errors", errors, to: &writer)
    Self.write("formats", formats, to: &writer)
    Self.write("longer_side", counts.longerSides, to: &writer)
    Self.write("sizes", counts.sizes, to: &writer)
    writer.field("bytes_downloaded", counts.downloadedBytes)
    writer.field("bytes_stored", counts.storedBytes)
    writer.field("elapsed_ms", Int64(elapsed / .milliseconds(1)))
    writer.field("images_per_s", (rate(counts.images) * 10).rounded() / 10)
    writer.field("bytes_per_s", Int64(rate(counts.downloadedBytes)))
    writer.key("cpu_ms")
    writer.object { writer in
      for (name, time) in times { writer.field(name, Int64(time / .milliseconds(1))) }
    }
  }

  private static func write(
    _ name: String, _ counts: [(name: String, count: Int)], to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.object { writer in
      for (name, count) in counts { writer.field(name, count) }
    }
  }

  private static func write(
    _ name: String, _ histogram: PowerHistogram, to writer: inout JSONWriter
  ) {
    writer.key(name)
    writer.beginArray()
    for range in histogram.ranges {
      writer.object { writer in
        writer.field("from", range.lowest)
        writer.field("below", range.limit)
        writer.field("images", range.count)
      }
    }
    writer.endArray()
  }

  // MARK: Text

  /// The lines for people.
  var lines: [String] {
    var lines = [
      "\(AmountText.grouped(outcome.items)) items in \(Self.seconds(elapsed))"
        + (isComplete ? "" : ", incomplete") + Self.list(outcomes, after: ": ")
    ]
    if !errors.isEmpty { lines.append("errors: " + Self.list(errors)) }
    if counts.images > 0 {
      lines.append("formats: " + Self.list(formats))
      lines.append("pixels of the longer side: " + Self.list(counts.longerSides) { "\($0)" })
      lines.append("size: " + Self.list(counts.sizes) { AmountText.size($0) })
    }
    let speed = Int(rate(counts.downloadedBytes))
    lines.append(
      "\(AmountText.size(counts.downloadedBytes)) downloaded,"
        + " \(AmountText.size(counts.storedBytes)) stored,"
        + " \((rate(counts.images) * 10).rounded() / 10) images/s, \(AmountText.size(speed))/s")
    let shares = times.map { "\($0.name) \(Self.seconds($0.time))" }
    lines.append("CPU: " + shares.joined(separator: ", "))
    return lines
  }

  private static func list(_ counts: [(name: String, count: Int)], after start: String = "")
    -> String
  {
    counts.isEmpty
      ? ""
      : start + counts.map { "\($0.name) \(AmountText.grouped($0.count))" }.joined(separator: ", ")
  }

  private static func list(_ histogram: PowerHistogram, _ text: (Int) -> String) -> String {
    histogram.ranges
      .map { "from \(text($0.lowest)): \(AmountText.grouped($0.count))" }
      .joined(separator: ", ")
  }

  private static func seconds(_ time: Duration) -> String {
    "\((time / .seconds(1) * 100).rounded() / 100) s"
  }
}
