import TestSupport
import Testing

@testable import WirelineImages

/// Replies of workers, which a hostile image may have corrupted.
@Suite struct PixelReplyTests {
  private static let valid: PixelReply = {
    var reply = PixelReply()
    (reply.format, reply.width, reply.height, reply.count) = (2, 20, 10, 100)
    return reply
  }()

  private static func check(_ reply: PixelReply) -> PixelReply.Checked? {
    reply.checked(formats: [.png, .jpeg], pixels: 1000)
  }

  @Test func acceptsResult() {
    let checked = Self.check(Self.valid)

    #expect(checked?.status == .done && checked?.format == .png)
    #expect(checked?.width == 20 && checked?.height == 10 && checked?.count == 100)
  }

  @Test(arguments: [1, 2, 3, 4, 100] as [Int32])
  func acceptsFailure(status: Int32) {
    var reply = PixelReply()
    (reply.status, reply.messageCount) = (status, 160)

    #expect(Self.check(reply)?.status.rawValue == status)
    #expect(Self.check(reply)?.messageCount == 160)
  }

  private static let invalid: [(String, @Sendable (inout PixelReply) -> Void)] = [
    ("unknown status", { $0.status = 5 }), ("negative status", { $0.status = -1 }),
    ("no format", { $0.format = 0 }), ("other format", { $0.format = 3 }),
    ("unknown format", { $0.format = .min }), ("no width", { $0.width = 0 }),
    ("negative height", { $0.height = -1 }),
    ("two negative sides", { ($0.width, $0.height) = (-4, -4) }),
    ("too many pixels", { $0.width = 101 }), ("long side", { ($0.width, $0.height) = (65_536, 1) }),
    ("unknown flag", { $0.flags = 4 }),
    ("no bytes", { $0.count = 0 }), ("negative count", { $0.count = -1 }),
    ("huge count", { $0.count = .max }),
    ("larger than possible", { $0.count = 1 + 8 * 200 + 16 << 20 }),
    ("message with result", { $0.messageCount = 1 }),
    ("negative message", { $0.messageCount = -1 }),
    ("long message", { ($0.status, $0.count, $0.messageCount) = (1, 0, 161) }),
    ("failure with bytes", { $0.status = 1 }),
  ]

  @Test(arguments: invalid.indices)
  func rejectsImpossibleValue(index: Int) {
    let (name, change) = Self.invalid[index]
    var reply = Self.valid
    change(&reply)

    #expect(Self.check(reply) == nil, "\(name)")
  }

  @Test func acceptsLargestResult() {
    var reply = Self.valid
    reply.count = 8 * 200 + 16 << 20

    #expect(Self.check(reply)?.count == reply.count)
  }

  @Test(arguments: [
    ("bad marker", "bad marker"), ("a\u{1B}[31mb\nc\u{7F}\0", "a[31mbc"), ("", ""),
  ])
  func removesControlCharacters(message: String, text: String) {
    #expect(PixelReply.text(Array(message.utf8)) == text)
  }

  @Test func acceptsInvalidUTF8() {
    #expect(PixelReply.text([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
  }

  @Test(
    arguments: [
      (1, "bad marker", .damaged("bad marker")), (1, "", .damaged("invalid data")),
      (2, "arithmetic coding", .unsupported("arithmetic coding")),
      (3, "too many scans", .tooLarge("too many scans")),
      (3, "", .tooLarge("more than 100000000 pixels, or 65535 on one side")),
      (4, "", .tooLarge("needs more than 1024 MB of memory")),
      (100, "", .cropOutside(width: 20, height: 10)),
    ] as [(Int32, String, PixelFailure)])
  func mapsStatusToFailure(status: Int32, message: String, failure: PixelFailure) throws {
    var reply = Self.valid
    (reply.status, reply.count) = (status, 0)
    let checked = try #require(Self.check(reply))

    #expect(PixelFailure(checked, message, limits: PixelLimits()) == failure)
  }
}
