import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct ProblemDetailsTests {
  /// RFC 9457 §3.
  static let document = #"""
    {
     "type": "https://example.com/probs/out-of-credit",
     "title": "You do not have enough credit.",
     "status": 403,
     "detail": "Your current balance is 30,\nbut that costs 50.",
     "instance": "/account/12345/msgs/abc",
     "balance": 30.0,
     "accounts": ["/account/12345",
                  "/account/67890"],
     "note": "as text"
    }
    """#

  private func lines(_ body: String) -> [String]? { ProblemDetails(Array(body.utf8))?.lines }

  @Test func formatsProblem() {
    #expect(
      lines(Self.document) == [
        "You do not have enough credit. (403)", "Your current balance is 30,",
        "but that costs 50.", "  type: https://example.com/probs/out-of-credit",
        "  instance: /account/12345/msgs/abc", "  balance: 30.0",
        #"  accounts: ["/account/12345","/account/67890"]"#, "  note: as text",
      ])
  }

  @Test(
    arguments: [
      ("{}", ["problem"]), (#"{"status":500}"#, ["problem (500)"]),
      (#"{"detail":"d","type":"about:blank"}"#, ["d"]),
      (#"{"title":7,"status":"403","detail":[],"instance":null,"type":{}}"#, ["problem"]),
      (#"{"status":99999}"#, ["problem"]), (#"{"title":"a","title":"b"}"#, ["b"]),
    ])
  func ignoresFieldsOfOtherTypes(body: String, expected: [String]) {
    #expect(lines(body) == expected)
  }

  @Test(arguments: ["", "[]", "\"x\"", "<html>"])
  func rejectsOtherBodies(body: String) { #expect(lines(body) == nil) }

  @Test func truncatesLongValues() {
    let long = String(repeating: "x", count: 5000)
    let text = lines("{\"title\":\"\(long)\",\"e\":\"\(long)\",\"\(long)\":1}")
    #expect(text?.allSatisfy { $0.count < 1100 } == true)
  }

  @Test func survivesRandomBody() {
    for body in SeededGenerator.inputs(like: Self.document) { _ = ProblemDetails(body)?.lines }
  }
}
