import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineYelp

/// What holds for all models.
@Suite struct YelpModelTests {
  private static let values: [(text: String, type: JSONType)] = [
    ("null", .null), ("true", .boolean), ("2", .number), (#""x""#, .string), ("[]", .array),
    ("{}", .object),
  ]

  @Test(arguments: YelpModelShape.all)
  func everyMemberHasItsType(shape: YelpModelShape) throws {
    for member in try JSONView.parse(Array(shape.sample.utf8)).members {
      for value in Self.values {
        let view = try shape.sample(with: value.text, for: member.key)
        let isTaken =
          value.type == .null || value.type == member.value.type || shape.loose.contains(member.key)
          || YelpModelShape.times.contains(member.key) && value.type == .number

        #expect(
          fault(of: shape, view, path: "/list/0")
            == (isTaken
              ? nil
              : .decode(
                path: "/list/0/\(member.key)",
                reason: "expected \(Self.name(member.value.type)), found \(value.type)")))
      }
    }
  }

  @Test(arguments: YelpModelShape.all)
  func nothingHasToBeThere(shape: YelpModelShape) throws {
    #expect(fault(of: shape, try JSONView.parse(Array("{}".utf8)), path: "") == nil)
  }

  @Test(arguments: YelpModelShape.all)
  func anUnknownMemberIsPassedOver(shape: YelpModelShape) throws {
    let text = #"{"is_from_the_future":[{}],"":1,"# + shape.sample.dropFirst()

    #expect(fault(of: shape, try JSONView.parse(Array(text.utf8)), path: "") == nil)
  }

  @Test(arguments: YelpModelShape.all)
  func whatIsNoObjectIsAFault(shape: YelpModelShape) throws {
    for value in Self.values where value.type != .object {
      #expect(
        fault(of: shape, try JSONView.parse(Array(value.text.utf8)), path: "/at")
          == .decode(path: "/at", reason: "expected an object, found \(value.type)"))
    }
  }

  @Test(arguments: YelpModelShape.all)
  func anythingIsAModelOrAFault(shape: YelpModelShape) {
    var generator = SeededGenerator(seed: 7)
    let sample = Array(shape.sample.utf8)
    for _ in 0..<300 {
      guard let view = try? JSONView.parse(generator.mutation(of: sample)) else { continue }
      if case .decode(let path, _)? = fault(of: shape, view, path: "") {
        #expect(path.isEmpty || path.hasPrefix("/"))
      }
    }
  }

  private static func name(_ type: JSONType) -> String {
    (type == .array || type == .object ? "an " : "a ") + type.rawValue
  }

  private func fault(of shape: YelpModelShape, _ view: JSONView, path: String) -> YelpFault? {
    do throws(YelpFault) {
      try shape.decode(view, path)
      return nil
    } catch {
      return error
    }
  }
}
