import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct TarNumberingTests {
  /// The size of a shard, a position, its key, and whether it is the last one of its shard.
  static let keys: [(Int, Int, String, Bool)] = [
    (1000, 0, "000000000", false), (1000, 999, "000000999", true),
    (1000, 1000, "000010000", false), (1000, 123_456, "001230456", false),
    (1, 0, "000000000", true), (1, 7, "000070000", true),
    // As img2dataset names them.
    (10_000, 9_999, "000009999", true), (10_000, 10_000, "000010000", false),
    (10_001, 10_000, "0000010000", true), (100_000, 99_999, "0000099999", true),
    (1000, 100_000_000, "1000000000", false),
  ]

  @Test(arguments: keys)
  func namesImages(size: Int, position: Int, key: String, isLast: Bool) {
    let numbering = TarNumbering(size: size)
    #expect(numbering.key(of: position) == key && numbering.isLast(position) == isLast)
    #expect(key.hasPrefix(TarNumbering.name(of: numbering.shard(of: position))))
  }

  @Test func statisticsHaveFieldsOfImg2dataset() throws {
    let start = ContinuousClock.now
    var part = TarPart(3, start: start, startTime: 1000)
    part.add("http://h/a")
    part.add("")
    var statistics = TarStatistics()
    let codes: [ErrorCode?] = [nil, .dns, nil, .damagedImage, .notAnImage, .dns]
    for code in codes { statistics.add(code) }

    let line = statistics.lineBytes(part, end: start + .milliseconds(2500))

    let text = String(decoding: line, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"count":6,"successes":2,"failed_to_download":2,"failed_to_resize":2,"#
          + #""duration":2.5,"start_time":1000,"end_time":1002.5,"#
          + #""status_dict":{"damaged_image":1,"dns":2,"not_an_image":1,"success":2},"#
          + #""urls_sha256":""#), "\(text)")
    #expect(text.contains(part.digest))
  }
}
