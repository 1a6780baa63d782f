import TestSupport
import Testing

@Suite struct RecordShapeTests {
  private static let response =
    #"{"ref":1,"url":"http://h/","status":200,"bytes":0,"attempts":1,"source":"network""#

  @Test(arguments: [
    (#","extra":1}"#, "unknown field extra"), (#","json":{},"body":"x"}"#, "together"),
    (#","body":null}"#, "body is not a non-empty string"),
    (#","body":""}"#, "body is not a non-empty string"),
    (#","redirects":[{"status":302}]}"#, "lacks url"), (#","age_s":"1"}"#, "age_s is not a number"),
  ])
  func describesErrors(end: String, error: String) throws {
    let errors = RecordShape.response.errors(in: try StrictJSON(Self.response + end))

    #expect(errors.count == 1)
    #expect(errors.first?.contains(error) == true)
  }

  @Test func expectRecordsFailsForInvalidLines() throws {
    let good = Self.response + "}"
    let records = expectRecords(Array("\(good)\n\(good)\n".utf8), as: .response)
    #expect(records.map(\.ref) == ["1", "1"])

    for bad in ["\(good)", "\n", "x\n", "\(good)\n\n", "[]\n", #"{"error":{"code":"new"}}"# + "\n"]
    {
      withKnownIssue { expectRecords(Array(bad.utf8), as: .response) }
    }
  }

  @Test func checksStyleOfErrorMessages() {
    func line(_ message: String) -> [UInt8] {
      Array("{\"error\":{\"code\":\"dns\",\"tool\":\"req\",\"message\":\"\(message)\"}}\n".utf8)
    }

    expectRecords(line("no such host"), as: .response)
    withKnownIssue { expectRecords(line("no such host."), as: .response) }
    withKnownIssue { expectRecords(line("a\\nb"), as: .response) }
  }
}
