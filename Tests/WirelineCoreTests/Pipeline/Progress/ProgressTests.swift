import TestSupport
import Testing

@testable import WirelineCore

@Suite struct ProgressTests {
  private func counts(
    _ done: Int, failed: Int = 0, bytes: Int = 0, total: Int? = nil
  ) -> ProgressCounts {
    var counts = ProgressCounts()
    (counts.done, counts.failed, counts.bytes, counts.total) = (done, failed, bytes, total)
    return counts
  }

  static let lines: [(ProgressCounts, Duration, String)] = {
    let suite = ProgressTests()
    return [
      (suite.counts(0), .zero, "0 done"),
      (suite.counts(0, total: 5), .seconds(3), "0 of 5 done"),
      (suite.counts(3), .seconds(2), "3 done, 1.5/s"),
      (
        suite.counts(1204, failed: 3, bytes: 13_002_342, total: 20_000), .seconds(2),
        "1,204 of 20,000 done, 3 failed, 12.4 MiB, 6.2 MiB/s, 602/s, 32 s left"
      ),
      (suite.counts(10, total: 10), .seconds(1), "10 of 10 done, 10/s"),
      (
        suite.counts(10, bytes: 900, total: 1000), .seconds(10),
        "10 of 1,000 done, 900 B, 90 B/s, 1.0/s, 16 min 30 s left"
      ),
      (suite.counts(1, total: 10_001), .seconds(1), "1 of 10,001 done, 1.0/s, 2 h 46 min left"),
      (
        suite.counts(2_000_000, bytes: 1 << 40), .seconds(1),
        "2,000,000 done, 1.0 TiB, 1.0 TiB/s, 2,000,000/s"
      ),
    ]
  }()

  @Test(arguments: lines)
  func lineShowsProgress(counts: ProgressCounts, elapsed: Duration, text: String) {
    #expect(ProgressLine.text(counts, elapsed: elapsed, width: 200) == text)
  }

  @Test func lineShowsOutcomes() {
    var counts = counts(90, total: nil)
    (counts.inWork, counts.inFlight) = (10, 4)
    counts.outcomes = ["network": 40, "joined": 20, "storage": 25, "memory": 5]
    counts.inputFraction = 0.5

    #expect(
      ProgressLine.text(counts, elapsed: .seconds(9), width: 200)
        == "90 done, 20 joined, 5 from memory, 25 from storage, 4 in flight, 10/s, 11 s left")
    #expect(
      String(
        decoding: ProgressLine.event(counts, tool: "t", elapsed: .seconds(9)), as: UTF8.self
      ).contains(
        #""in_flight":4,"outcomes":{"joined":20,"memory":5,"network":40,"storage":25},"#))
  }

  @Test func lineIsCutToWidth() {
    let text = ProgressLine.text(counts(1_000_000, bytes: 5), elapsed: .seconds(1), width: 12)

    #expect(text == "1,000,000 …")
  }

  @Test func eventIsOneObject() {
    let event = ProgressLine.event(
      counts(5, failed: 1, bytes: 10, total: 8), tool: "req", elapsed: .milliseconds(1500))

    #expect(
      String(decoding: event, as: UTF8.self)
        == #"{"progress":{"tool":"req","done":5,"failed":1,"total":8,"#
        + #""bytes":10,"elapsed_ms":1500,"remaining_ms":900}}"#
        + "\n")
  }

  @Test func estimatesRemainingTimeAfterFirstItem() {
    #expect(counts(0, total: 5).remaining(after: .seconds(9)) == nil)
    #expect(counts(5, total: 5).remaining(after: .seconds(9)) == nil)
    #expect(counts(6, total: 5).remaining(after: .seconds(9)) == nil)
    #expect(counts(5).remaining(after: .seconds(9)) == nil)
    #expect(counts(1, total: 5).remaining(after: .milliseconds(50)) == nil)
    #expect(counts(1, total: 5).remaining(after: .seconds(1)) == .seconds(4))
  }

  /// The bytes of the last bodies show when they end; the number of finished items does not.
  @Test func estimatesRemainingTimeOfLastBodies() {
    var counts = counts(0, bytes: 2 << 20, total: 1)
    counts.bodies = [.init(name: "a", bytes: 2 << 20, total: 10 << 20)]
    #expect(counts.remaining(after: .seconds(1)) == .seconds(4))

    counts.bodies.append(.init(name: "b", total: 2 << 20))
    #expect(counts.remaining(after: .seconds(1)) == nil)
    counts.total = 2
    #expect(counts.remaining(after: .seconds(1)) == .seconds(5))
    counts.bodies[1] = .init(name: "b")
    #expect(counts.remaining(after: .seconds(1)) == nil)
    counts.bodies[1].total = 999_999_999_999_999_999
    #expect(counts.remaining(after: .seconds(1_000_000)) == nil)
  }

  private func output(
    _ mode: ProgressMode, isTerminal: Bool, level: DiagnosticLevel = .normal
  ) -> String {
    let pipe = Pipe()
    let error = StandardStreams.Stream(descriptor: pipe.output, isTerminal: isTerminal)
    var common = CommonSettings()
    common.progress = mode
    common.level = level
    let context = ToolContext(
      tool: "req", environment: Environment(["COLUMNS": "60"]),
      streams: StandardStreams(input: error, output: error, error: error),
      shutdown: ShutdownSignal(),
      diagnostics: Diagnostics(tool: "req", level: level, descriptor: pipe.output), common: common)
    let progress = Progress(context)
    progress.expect(total: 2)
    progress.add(bytes: 1)
    progress.finish(failed: true, bytes: 2)
    #expect(progress.counts == counts(1, failed: 1, bytes: 3, total: 2))
    progress.end()
    progress.end()
    pipe.closeOutput()
    return String(decoding: pipe.read(), as: UTF8.self)
  }

  @Test func jsonPrintsLastEvent() {
    let text = output(.json, isTerminal: false)

    #expect(text.hasPrefix(#"{"progress":{"tool":"req","done":1,"failed":1,"total":2,"bytes":3,"#))
    #expect(text.count { $0 == "\n" } == 1)
  }

  @Test func isSilentWithoutTerminal() {
    #expect(output(.automatic, isTerminal: false).isEmpty)
    #expect(output(.none, isTerminal: true).isEmpty)
    #expect(output(.automatic, isTerminal: true, level: .errors).isEmpty)
  }

  @Test func lineShowsFewTransfers() {
    var counts = counts(1, bytes: 1 << 20, total: 4)
    counts.bodies = [
      .init(name: "a.png", bytes: 512, total: 1024), .init(name: "b\u{1B}[2J", bytes: 3 << 20),
      .init(name: String(repeating: "n", count: 40), bytes: 9, total: 10, isUpload: true),
    ]

    #expect(
      ProgressLine.text(counts, elapsed: .zero, width: 200)
        == #"1 of 4 done, 1.0 MiB, a.png 50 %, b\x1b[2J 3.0 MiB, "#
        + "nnnnnnnnnnnnnnnnnnnnnnn… 90 % sent")
    let event = ProgressLine.event(counts, tool: "t", elapsed: .zero)
    #expect(
      String(decoding: event, as: UTF8.self).contains(
        #""transfers":[{"name":"a.png","direction":"download","bytes":512,"total_bytes":1024},"#))
  }

  @Test func lineShowsUpload() {
    var counts = ProgressCounts()
    counts.isUpload = true
    #expect(ProgressLine.text(counts, elapsed: .seconds(1), width: 80).isEmpty)

    counts.bodies = [.init(name: "a", bytes: 1 << 20, total: 4 << 20, isUpload: true)]
    #expect(
      ProgressLine.text(counts, elapsed: .seconds(1), width: 80)
        == "sent 1.0 MiB of 4.0 MiB (25 %), 1.0 MiB/s, 3 s left")
  }

  @Test func meterCountsOnlyWhileProgressIsShown() throws {
    let meter = TransferMeter()
    #expect(meter.begin("a", total: nil, isUpload: false) == nil)

    meter.isEnabled = true
    var large = meter.begin("large", total: 1 << 20, isUpload: false)
    let small = try #require(meter.begin("small", total: 10, isUpload: false))
    let upload = try #require(meter.begin("upload", total: 1 << 20, isUpload: true))
    large?.add(100)
    large?.add(200)
    small.add(5)
    upload.add(70_000)

    #expect(meter.snapshot.receivedBytes == 305)
    #expect(
      meter.snapshot.bodies == [
        .init(name: "large", bytes: 300, total: 1 << 20),
        .init(name: "upload", bytes: 70_000, total: 1 << 20, isUpload: true),
      ])
    large = nil
    #expect(meter.snapshot.receivedBytes == 5)
    let others = (0..<3).map { _ in meter.begin("b", total: 1 << 20, isUpload: false) }
    #expect(meter.snapshot.bodies.isEmpty, "too many to show")
    withExtendedLifetime((others, small, upload)) {}
  }
}
