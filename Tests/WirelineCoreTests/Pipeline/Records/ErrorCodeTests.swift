import TestSupport
import Testing
import WirelineCore

@Suite struct ErrorCodeTests {
  @Test func theListIsTheContracts() {
    #expect(ErrorCode.allCases.map(\.rawValue) == RecordShape.errorCodes)
  }

  @Test func onlyWhatMayPassIsRetryable() {
    let retryable = ErrorCode.allCases.filter(\.isRetryable).map(\.rawValue)

    #expect(
      retryable == [
        "connect", "timeout", "deadline", "truncated", "rate_limited", "quota_exhausted",
        "queue_expired", "locked", "cancelled",
      ])
  }
}
