import Testing

@testable import WirelineCore

@Suite struct SummaryRecordTests {
  @Test func writesCountsWithoutZeros() {
    var summary = SummaryRecord(tool: "imgfetch", items: 12, elapsed: .milliseconds(1500))
    summary.outcomes = [
      SummaryRecord.Count("network", 9), SummaryRecord.Count("storage", 0),
      SummaryRecord.Count("failed", 3),
    ]
    summary.errors = [.timeout: 2, .dns: 1]
    summary.bytes = 1024

    #expect(
      String(decoding: summary.lineBytes, as: UTF8.self)
        == #"{"summary":{"tool":"imgfetch","items":12,"outcomes":{"network":9,"failed":3},"#
        + #""errors":{"dns":1,"timeout":2},"bytes":1024,"elapsed_ms":1500}}"# + "\n")
  }

  @Test func omitsUnknownBytes() {
    let summary = SummaryRecord(tool: "cities-find", items: 0, elapsed: .zero)

    #expect(
      String(decoding: summary.lineBytes, as: UTF8.self)
        == #"{"summary":{"tool":"cities-find","items":0,"outcomes":{},"errors":{},"elapsed_ms":0}}"#
        + "\n")
  }

  @Test func writesToleranceAndReasonForStopping() {
    var summary = SummaryRecord(tool: "req", items: 3, elapsed: .zero)
    summary.tolerance = "5%"
    #expect(
      summary.lineBytes
        == Array(
          (#"{"summary":{"tool":"req","items":3,"outcomes":{},"errors":{},"tolerate":"5%","#
            + #""elapsed_ms":0}}"# + "\n").utf8))

    summary.isStoppedByFailures = true

    let text = String(decoding: summary.lineBytes, as: UTF8.self)
    #expect(text.contains(#""tolerate":"5%","stopped":"too_many_failures","elapsed_ms""#))
  }
}
