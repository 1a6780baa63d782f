import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@Suite struct ErrorRecordTests {
  private func text(_ record: ErrorRecord) -> String {
    String(decoding: record.lineBytes, as: UTF8.self)
  }

  private func record(input: [UInt8]) -> ErrorRecord {
    var record = ErrorRecord(code: .invalidInput, message: "m", tool: "req")
    record.input = input
    return record
  }

  @Test func omitsUnknownFields() {
    let record = ErrorRecord(code: .noURL, message: "no \"url\"", tool: "imgfetch")

    #expect(
      text(record) == #"{"error":{"code":"no_url","message":"no \"url\"","#
        + #""tool":"imgfetch","retryable":false}}"# + "\n")
  }

  @Test func writesFieldsInOrder() {
    var record = ErrorRecord(code: .rateLimited, message: "slow down", tool: "yelp-query")
    record.attempts = 4
    record.status = 429
    record.retryAt = 1_700_000_000
    record.detail = Array(#"{"code":"TOO_MANY"}"#.utf8)
    record.ref = Array("2988507".utf8)
    record.line = 12
    record.url = "https://example.org/"
    record.input = Array(#"{ "id" : 1.50 }"#.utf8)

    #expect(
      text(record) == #"{"error":{"code":"rate_limited","message":"slow down","tool":"yelp-query","#
        + #""retryable":true,"attempts":4,"status":429,"retry_at":"2023-11-14T22:13:20Z","#
        + #""detail":{"code":"TOO_MANY"}},"ref":2988507,"line":12,"url":"https://example.org/","#
        + ##""input":"{ \"id\" : 1.50 }"}"## + "\n")
  }

  @Test(arguments: ErrorCode.allCases)
  func everyCodeConformsToTheContract(code: ErrorCode) throws {
    var record = ErrorRecord(code: code, message: "é\u{1}\n\"", tool: "req", isRetryable: true)
    record.ref = Array("7".utf8)
    record.input = Array("x y".utf8)

    let read = try Record(String(text(record).dropLast()))

    #expect(RecordShape.error.errors(in: read.json) == [])
    #expect(read.code == code.rawValue)
    #expect(read.json["error"]?["retryable"]?.boolean == true)
  }

  static let inputs: [(String, field: String)] = [
    (#"{"a":1.0}"#, #""input":"{\"a\":1.0}""#),
    (#" {"a":1} "#, #""input":" {\"a\":1} ""#),
    ("12", #""input":"12""#),
    (#""text""#, #""input":"\"text\"""#),
    (#"{"a":1"#, #""input":"{\"a\":1""#),
    ("http://example.org/é", #""input":"http://example.org/é""#),
    ("a\tb", #""input":"a\tb""#),
    ("", #""input":"""#),
  ]

  @Test(arguments: inputs)
  func writesInputAsString(line: String, field: String) {
    #expect(text(record(input: Array(line.utf8))).hasSuffix(",\(field)}\n"))
  }

  @Test func encodesOtherBytesAsBase64() throws {
    let line = text(record(input: [0x7B, 0xFF, 0x00]))

    #expect(line.hasSuffix(#","input_base64":"e/8A"}"# + "\n"))
  }

  @Test(arguments: zip([1 << 20, (1 << 20) + 1], [true, false]))
  func omitsInputOverOneMegabyte(size: Int, isKept: Bool) throws {
    let line = text(record(input: Array(repeating: UInt8(ascii: "x"), count: size)))

    #expect(line.contains("\"input\"") == isKept)
  }

  /// Inside the record, the line is nested one level deeper.
  @Test(arguments: [511, 512])
  func deeplyNestedInputIsReadable(depth: Int) throws {
    let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let bytes = record(input: Array(line.utf8)).lineBytes

    let input = try #require(try JSONView.parse(bytes)["input"])

    #expect((input.string ?? String(decoding: input.raw, as: UTF8.self)) == line)
  }

  @Test func randomInputIsReadable() throws {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<500 {
      let input = generator.bytes(0...40)

      let bytes = record(input: input).lineBytes

      #expect(bytes.count { $0 == 0x0A } == 1)
      let view = try JSONView.parse(bytes)
      let restored =
        view["input_base64"]?.string.flatMap { Base64.decode($0) }
        ?? view["input"].map { $0.unescapedBytes ?? Array($0.raw) }
      #expect(restored?.isEmpty == input.isEmpty)
    }
  }

  @Test(arguments: [
    (RequestError(.cancelled), true), (RequestError(.deadline(.seconds(1))), true),
    (RequestError(.noResponse), true), (RequestError(.redirectLimit(20)), false),
  ])
  func timeoutsAreRetryable(error: RequestError, isRetryable: Bool) {
    #expect(ErrorRecord(error, tool: "req").isRetryable == isRetryable)
  }
}

@Suite struct ErrorCodeTests {
  @Test func matchesTheContract() {
    #expect(ErrorCode.allCases.map(\.rawValue) == RecordShape.errorCodes)
  }

  @Test func onlyTemporaryErrorsAreRetryable() {
    let retryable = ErrorCode.allCases.filter(\.isRetryable).map(\.rawValue)

    #expect(
      retryable == [
        "connect", "timeout", "deadline", "truncated", "rate_limited", "quota_exhausted",
        "queue_expired", "locked", "cancelled",
      ])
  }
}
