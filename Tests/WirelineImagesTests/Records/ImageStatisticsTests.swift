import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageStatisticsTests {
  typealias Class = PowerHistogram.Class

  @Test(
    arguments: [
      ([], []), ([1], [Class(lowest: 1, limit: 2, count: 1)]),
      ([0, -5], [Class(lowest: 1, limit: 2, count: 2)]),
      (
        [255, 256, 511, 512],
        [
          Class(lowest: 128, limit: 256, count: 1), Class(lowest: 256, limit: 512, count: 2),
          Class(lowest: 512, limit: 1024, count: 1),
        ]
      ),
      ([.max], [Class(lowest: 1 << 62, limit: .max, count: 1)]),
    ] as [([Int], [Class])])
  func histogramCountsByPowersOfTwo(numbers: [Int], ranges: [Class]) {
    var histogram = PowerHistogram()
    for number in numbers { histogram.add(number) }

    #expect(histogram.ranges == ranges)
  }

  private func record(
    _ statistics: ImageStatistics, process: Duration, children: Duration = .zero
  ) -> ImageStatisticsRecord {
    ImageStatisticsRecord(
      tool: "imgfetch", counts: statistics.counts, process: process, children: children)
  }

  private func json(_ record: ImageStatisticsRecord) throws -> StrictJSON {
    try StrictJSON(String(decoding: JSONWriter.line { record.writeFields(to: &$0) }, as: UTF8.self))
  }

  @Test func recordHasCountsAndSizes() throws {
    let statistics = ImageStatistics()
    for number in [1, 700, 701] { statistics.count(.sample(number, bytes: 100 * number)) }
    statistics.addDownload(bytes: 5000)
    statistics.addStored(bytes: 3000)
    var outcome = PipeOutcome()
    outcome.items = 5
    outcome.outcomes = ["network": 2, "storage": 1]
    outcome.failures = [.notFound: 1, .timeout: 1]
    statistics.finish(outcome)

    let record = record(statistics, process: .seconds(2))
    let json = try json(record)

    #expect(json["complete"]?.boolean == true && json["items"]?.integer == 5)
    #expect(json["images"]?.integer == 3 && json["formats"]?["png"]?.integer == 3)
    #expect(json["outcomes"]?.members.map(\.name) == ["failed", "network", "storage"])
    #expect(json["errors"]?.members.map(\.name) == ["not_found", "timeout"])
    #expect(json["bytes_downloaded"]?.integer == 5000 && json["bytes_stored"]?.integer == 3000)
    let sides = json["longer_side"]?.elements.map { [$0["from"], $0["below"], $0["images"]] }
    #expect(sides?.map { $0.map { $0?.integer } } == [[2, 4, 1], [512, 1024, 2]])
    #expect(json["sizes"]?.elements.map { $0["from"]?.integer } == [64, 65_536])
    #expect(
      record.lines[0].contains("5 items") && record.lines[1] == "errors: not_found 1, timeout 1")
    #expect(record.lines.contains("pixels of the longer side: from 2: 1, from 512: 2"))
    #expect(record.lines.contains("size: from 64 B: 1, from 64.0 KiB: 2"))
  }

  /// Processing happens in child processes, storing in this one.
  @Test(
    arguments: [
      (900, 0, [1000, 850, 20, 30, 50, 50]), (900, 400, [1300, 850, 20, 30, 50, 50]),
      (10, 0, [110, 0, 20, 30, 50, 50]),
    ] as [(Int, Int, [Int])])
  func dividesProcessorTime(process: Int, children: Int, times: [Int]) throws {
    let statistics = ImageStatistics()
    statistics.addProcessing(
      ProcessedImage.Times(
        decode: .milliseconds(15), transform: .milliseconds(30), encode: .milliseconds(25)))
    statistics.addProcessing(
      ProcessedImage.Times(decode: .milliseconds(5), encode: .milliseconds(25)))
    statistics.addStoring(.milliseconds(50))

    let cpu = try json(
      record(statistics, process: .milliseconds(process), children: .milliseconds(children)))[
        "cpu_ms"]

    let names = ["total", "fetch", "decode", "transform", "encode", "store"]
    #expect(cpu?.members.map(\.name) == names)
    #expect(names.map { cpu?[$0]?.integer } == times)
  }

  @Test func runThatWasStoppedIsIncomplete() throws {
    let statistics = ImageStatistics()
    #expect(try json(record(statistics, process: .zero))["complete"]?.boolean == false)
    var outcome = PipeOutcome()
    outcome.isStopped = true

    statistics.finish(outcome)

    let record = record(statistics, process: .zero)
    #expect(try json(record)["complete"]?.boolean == false)
    #expect(record.lines[0].hasSuffix(", incomplete"))
  }

  @Test func measuresProcessorTimeOfStoring() {
    let statistics = ImageStatistics()

    let sum = statistics.measuringStore { (0..<200_000).reduce(0) { $0 &+ $1 * $1 } }

    #expect(sum != 0 && statistics.counts.storing > .zero)
    #expect(statistics.counts.storing <= ProcessorTime.process)
  }
}
