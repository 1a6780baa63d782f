import Testing
import WirelineCore

@testable import WirelineImages

/// Failures of images as error records.
@Suite struct ImageErrorRecordTests {
  @Test(arguments: [
    (404, ErrorCode.notFound, false), (410, .notFound, false), (429, .rateLimited, true),
    (503, .httpStatus, true), (403, .httpStatus, false),
  ])
  func statusDeterminesErrorCode(status: Int, code: ErrorCode, isRetryable: Bool) {
    let record = ErrorRecord(.status(status, attempts: 2), tool: "imgfetch")

    #expect(record.code == code && record.isRetryable == isRetryable)
    #expect(record.status == status && record.attempts == 2)
  }
}
