import Testing

@testable import WirelineCore

@Suite struct SummaryRecordTests {
  private func line(
    _ outcome: PipeOutcome, tolerance: FailureTolerance = .none, elapsed: Duration = .zero
  ) -> String {
    let summary = SummaryRecord(
      tool: "req", outcome: outcome, tolerance: tolerance, elapsed: elapsed)
    return String(decoding: summary.lineBytes, as: UTF8.self)
  }

  @Test func writesCountsWithoutZeros() {
    var outcome = PipeOutcome()
    outcome.items = 12
    outcome.outcomes = ["storage": 0, "network": 9]
    outcome.failures = [.timeout: 2, .dns: 1]
    outcome.failedHosts = ["b": 1, "a": 1, "c": 2]
    outcome.bytes = 1024

    #expect(
      line(outcome, elapsed: .milliseconds(1500))
        == #"{"summary":{"tool":"req","items":12,"outcomes":{"network":9,"failed":3},"#
        + #""errors":{"dns":1,"timeout":2},"errors_by_host":{"c":2,"a":1,"b":1},"#
        + #""bytes":1024,"elapsed_ms":1500}}"# + "\n")
  }

  @Test func omitsUnknownBytes() {
    var outcome = PipeOutcome()
    outcome.bytes = nil

    #expect(
      line(outcome)
        == #"{"summary":{"tool":"req","items":0,"outcomes":{},"errors":{},"elapsed_ms":0}}"# + "\n")
  }

  @Test(arguments: [
    (FailureTolerance.share(millionths: 50_000), #""tolerate":"5%","bytes""#),
    (.count(1), #""tolerate":"1","stopped":"too_many_failures","bytes""#),
    (.count(2), #""tolerate":"2","bytes""#),
  ])
  func writesToleranceAndReasonForStopping(tolerance: FailureTolerance, text: String) {
    var outcome = PipeOutcome()
    outcome.failures = [.dns: 2]

    #expect(line(outcome, tolerance: tolerance).contains(text))
  }
}
