import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct ResponseCheckTests {
  static let document = #"""
    {"data": {"items": [ {"id": 1.50, "tag": "a"}, {"id":2e3} ], "none": []}, "total": 2,
     "note": null, "error": false}
    """#

  private func printed(_ check: ResponseCheck, of body: String = document) -> String {
    do throws(CheckFailure) {
      switch try check.values(in: Array(body.utf8)) {
      case .whole(let body): return String(decoding: body, as: UTF8.self)
      case .values(let views, let count):
        #expect(views.reduce(0) { sum, _ in sum + 1 } == count)
        return views.map { String(decoding: $0.raw, as: UTF8.self) }.joined(separator: "|")
      }
    } catch {
      return error.message
    }
  }

  private func pointer(_ text: String) throws -> BodyPointer { try BodyPointer(parsing: text) }

  @Test(arguments: ["", "no JSON", "\u{0}", "{}"])
  func emptyCheckAcceptsAnyBody(body: String) {
    #expect(ResponseCheck().isEmpty)
    #expect(printed(ResponseCheck(), of: body) == body)
  }

  @Test func selectsValuesVerbatim() throws {
    let items = try pointer("/data/items")

    #expect(
      printed(ResponseCheck(each: items)) == #"{"id": 1.50, "tag": "a"}|{"id":2e3}"#)
    #expect(printed(ResponseCheck(selection: try pointer("/data/items/0/id"))) == "1.50")
    #expect(printed(ResponseCheck(each: items, selection: try pointer("/id"))) == "1.50|2e3")
    #expect(printed(ResponseCheck(each: try pointer("/data/none"))) == "")
    #expect(printed(ResponseCheck(shape: .json), of: " [1] ") == " [1] ")
    #expect(printed(ResponseCheck(selection: .whole), of: " [1] ") == "[1]")
  }

  @Test(
    arguments: [
      ("/nope", "\"/nope\" is missing from the response: expected array"),
      ("/total", "\"/total\" in the response has the wrong type: expected array, found number"),
      ("", "the response has the wrong type: expected array, found object"),
    ])
  func eachNeedsArray(each: String, message: String) throws {
    if each.isEmpty {
      #expect(throws: CheckFailure.wrongType(.whole, expected: "array", found: .object)) {
        try ResponseCheck(each: .whole).values(in: Array("{}".utf8))
      }
    } else {
      #expect(printed(ResponseCheck(each: try pointer(each))) == message)
    }
  }

  @Test func missingSelectionNamesElement() throws {
    let check = ResponseCheck(each: try pointer("/data/items"), selection: try pointer("/tag"))
    #expect(
      printed(check) == "\"/data/items/1/tag\" is missing from the response: expected a value")
  }

  @Test(
    arguments: [
      ("/total:integer", nil), ("/note:null", nil), ("/note", nil), ("/x:string?", nil),
      ("/data/items/1/id:integer", nil), ("/total:string?", "expected string, found number"),
      ("/note:object", "expected object, found null"), ("/x", "expected a value"),
      ("/data/x:array", "expected array"), ("/data/items/0/tag:number", "found string"),
    ] as [(String, String?)])
  func checksRequirements(text: String, part: String?) throws {
    let result = printed(ResponseCheck(requirements: [try BodyRequirement(parsing: text)]))
    #expect(part.map { result.contains($0) } ?? (result == Self.document), "\(result)")
  }

  @Test(
    arguments: [
      ("{}", BodyShape.json, true), ("1", .json, true), ("{}", .object, true),
      ("{}", .array, false), ("[]", .array, true), ("[]", .object, false), ("", .json, false),
      ("<html>", .json, false), ("{} {}", .json, false),
    ])
  func checksShape(body: String, shape: BodyShape, isRight: Bool) {
    let result = try? ResponseCheck(shape: shape).values(in: Array(body.utf8))
    #expect((result != nil) == isRight)
  }

  @Test func reportsPositionOfInvalidJSON() {
    #expect(
      printed(ResponseCheck(shape: .object), of: "{\"a\":<}")
        == "the response is not JSON: unexpected character '<' at byte 5")
    #expect(
      printed(ResponseCheck(shape: .object), of: "\u{FEFF}{\"a\":<}")
        == "the response is not JSON: unexpected character '<' at byte 8")
    #expect(printed(ResponseCheck(selection: .whole), of: "\u{FEFF}{}") == "{}")
  }

  @Test(
    arguments: [
      (#""it broke""#, "it broke"), (#"{"message":"m","error":"e"}"#, "m"),
      (#"{"description":"d"}"#, "d"), (#"{"error":{"message":"deep"}}"#, "deep"),
      (#"[{"message":"first"},{"message":"second"}]"#, "first"), ("true", "true"), ("7", "7"),
      (#"{"code":12, "message":""}"#, #"{"code":12, "message":""}"#),
      ("{\"code\":\n12}", #"{"code":12}"#), (#"{"message":404}"#, "404"),
    ])
  func findsReportedError(value: String, message: String) throws {
    let check = ResponseCheck(
      requirements: [try BodyRequirement(parsing: "/absent")], errors: [try pointer("/error")])

    #expect(
      printed(check, of: "{\"error\":\(value)}")
        == "the response reports an error at \"/error\": \(message)")
  }

  @Test(arguments: ["null", "false", "\"\"", "[]", "{}", "[ ]", "{\n}", "0", "-0.0"])
  func ignoresEmptyError(value: String) throws {
    let body = "{\"error\":\(value)}"
    #expect(printed(ResponseCheck(errors: [try pointer("/error")]), of: body) == body)
  }

  @Test func truncatesReportedError() throws {
    let long = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let text = #"{"error":""# + String(repeating: "x", count: 5000) + #""}"#
    let check = ResponseCheck(errors: [try pointer("/error")])

    #expect(printed(check, of: text).utf8.count < 1100)
    #expect(printed(check, of: "{\"error\":\(long)}").hasPrefix("the response reports"))
  }

  @Test(
    arguments: [
      ("[1,2,3]", nil, 3), ("[]", nil, 0), ("{}", nil, nil), ("x", nil, nil),
      (document, "/data/items", 2), (document, "/data/none", 0), (document, "/total", nil),
      (document, "/nope", nil),
    ] as [(String, String?, Int?)])
  func countsElementsOfPage(body: String, each: String?, count: Int?) throws {
    let check = ResponseCheck(each: try each.map { text in try pointer(text) })
    let document = try? ResponseCheck.parse(Array(body.utf8))
    #expect(document.flatMap(check.array)?.elements.count == count)
  }

  @Test func survivesRandomBody() throws {
    let check = ResponseCheck(
      shape: .object, requirements: [try BodyRequirement(parsing: "/total:integer")],
      errors: [try pointer("/error"), try pointer("/data/items/0")],
      each: try pointer("/data/items"), selection: try pointer("/id"))
    for body in SeededGenerator.inputs(like: Self.document) { _ = try? check.values(in: body) }
  }

  /// The body, the pointer, the message and the object.
  @Test(
    arguments: [
      (
        #"{"code":"4036","message":"Lost"}"#, "/code", "4036: Lost",
        #"{"code":"4036","message":"Lost"}"#
      ),
      (
        #"{"error":{"code":1,"message":"Lost"}}"#, "/error", "Lost", #"{"code":1,"message":"Lost"}"#
      ),
      (
        #"{"e":{"code":1,"message":"Lost"},"x":2}"#, "/e/code", "1: Lost",
        #"{"code":1,"message":"Lost"}"#
      ),
      (
        #"{"failed":true,"reason":"Full"}"#, "/failed", "Full",
        #"{"failed":true,"reason":"Full"}"#
      ),
      (#"{"error":"Lost"}"#, "/error", "Lost", #"{"error":"Lost"}"#),
      (#"{"code":7}"#, "/code", "7", #"{"code":7}"#), (#"["Lost"]"#, "/0", "Lost", nil),
    ] as [(String, String, String, String?)])
  func reportsErrorObject(body: String, pointer text: String, message: String, detail: String?)
    throws
  {
    let pointer = try pointer(text)
    let check = ResponseCheck(errors: [pointer])

    #expect(
      throws: CheckFailure.reported(
        pointer, message: message, detail: detail.map { Array($0.utf8) })
    ) { try check.values(in: Array(body.utf8)) }
  }
}
