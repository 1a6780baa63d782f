import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct BodyRequirementTests {
  @Test(
    arguments: [
      ("", "", nil, false), ("/a", "/a", nil, false), ("/a:string", "/a", .string, false),
      ("/a:integer?", "/a", .integer, true), (":array", "", .array, false),
      ("/dc:title:", "/dc:title", nil, false), ("/dc:title:null", "/dc:title", .null, false),
      ("/a?", "/a?", nil, false), ("/~0~1/b:object", "/~0~1/b", .object, false),
    ] as [(String, String, BodyValueType?, Bool)])
  func parsesPointerAndType(
    text: String, pointer: String, type: BodyValueType?, isOptional: Bool
  ) throws {
    let requirement = try BodyRequirement(parsing: text)

    #expect(requirement.pointer.text == pointer)
    #expect(requirement.type == type)
    #expect(requirement.isOptional == isOptional)
  }

  @Test(arguments: ["a", "a:string", "/a:strin", "/dc:title", "/a:?", "/a:string??", "/~", "/~2"])
  func rejectsInvalidRequirement(text: String) {
    #expect(throws: InvalidArgument.self) { try BodyRequirement(parsing: text) }
  }

  @Test(
    arguments: [
      ("1", true), ("-0", true), ("1.0", true), ("1.50e1", true), ("1.5", false), ("15e-1", false),
      ("150e-1", true), ("0.000", true), ("0.001", false), ("0.001E+3", true),
      ("123456789012345678901234567890", true),
    ])
  func integerHasNoFraction(number: String, isInteger: Bool) throws {
    #expect(BodyValueType.integer.includes(try JSONView.parse(Array(number.utf8))) == isInteger)
    #expect(BodyValueType.number.includes(try JSONView.parse(Array(number.utf8))))
  }

  @Test(
    arguments: [
      ("null", .null), ("true", .boolean), ("\"\"", .string), ("[]", .array), ("{}", .object),
    ] as [(String, BodyValueType)])
  func valueHasOneType(text: String, type: BodyValueType) throws {
    let value = try JSONView.parse(Array(text.utf8))
    #expect(BodyValueType.allCases.filter { $0.includes(value) } == [type])
  }

  @Test func survivesRandomText() {
    for text in SeededGenerator.texts(like: "/a~1b/0/dc:title:integer?") {
      guard let requirement = try? BodyRequirement(parsing: text) else { continue }
      #expect(text.hasPrefix(requirement.pointer.text))
    }
  }
}
