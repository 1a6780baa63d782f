import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@Suite struct ArgumentValueTests {
  @Test(
    arguments: zip(
      ["0", "500", "1K", "64k", "16M", "1g", "2T", "007"],
      [0, 500, 1024, 65536, 16 << 20, 1 << 30, 2 << 40, 7]))
  func parsesSizesInPowersOf1024(text: String, bytes: Int) throws {
    #expect(try ByteSize(parsing: text).bytes == bytes)
  }

  @Test(arguments: [
    "", "K", "-1", "+1", "1.5M", "1 M", "1KB", "1KiB", "0x10", "9223372036854775808",
    "9007199254740992T", "١", "1M ", "M1", "x",
  ])
  func rejectsInvalidSizes(text: String) {
    #expect(throws: InvalidArgument(expected: "a size such as 500K, 16M, 1G")) {
      try ByteSize(parsing: text)
    }
  }

  @Test(
    arguments: zip(
      [0, 1, 1023, 1024, 1536, 64 << 20, 1 << 30, 3 << 40],
      ["0", "1", "1023", "1K", "1536", "64M", "1G", "3T"]))
  func formatsSizesInTheLargestUnit(bytes: Int, text: String) throws {
    #expect(ByteSize(bytes: bytes).text == text)
    #expect(try ByteSize(parsing: text).bytes == bytes)
  }

  @Test(
    arguments: zip(
      ["0", "30", "30s", "500ms", "5m", "2h", "1d", "1.5", "0.25s", ".5s", "1.m", "1.5ms", "01s"],
      [
        .zero, .seconds(30), .seconds(30), .milliseconds(500), .seconds(300), .seconds(7200),
        .seconds(86400), .milliseconds(1500), .milliseconds(250), .milliseconds(500), .seconds(60),
        .microseconds(1500), .seconds(1),
      ] as [Duration]))
  func parsesTimesWithAndWithoutUnits(text: String, duration: Duration) throws {
    #expect(try TimeAmount(parsing: text).duration == duration)
  }

  @Test(arguments: [
    "", "s", "5x", "-1", "+1", "1..5", ".", "1e3", "inf", "nan", "0x1p3", "1 s", "5M", "1.5.5s",
    "100001d", "99999999999999999999999999", "½",
  ])
  func rejectsInvalidTimes(text: String) {
    #expect(throws: InvalidArgument(expected: "a time such as 500ms, 30s, 5m")) {
      try TimeAmount(parsing: text)
    }
  }

  @Test(
    arguments: zip(
      [
        .zero, .milliseconds(500), .seconds(1), .milliseconds(1500), .seconds(90), .seconds(300),
        .seconds(7200), .seconds(172_800), .microseconds(1500),
      ] as [Duration],
      ["0", "500ms", "1s", "1.5s", "90s", "5m", "2h", "2d", "1.5ms"]))
  func formatsTimesInTheLargestUnit(duration: Duration, text: String) throws {
    #expect(TimeAmount(duration).text == text)
    #expect(try TimeAmount(parsing: text).duration == duration)
  }

  @Test func parsesNoneAsNoLimit() throws {
    #expect(try Limit<ByteSize>(parsing: "none").amount == nil)
    #expect(try Limit<ByteSize>(parsing: "1K").amount?.bytes == 1024)
    #expect(try Limit<TimeAmount>(parsing: "1m").amount?.duration == .seconds(60))
  }

  @Test(arguments: ["0", "", "None", "x"])
  func rejectsLimitsOfZero(text: String) {
    let words = text == "0" ? "a size above 0, such as" : "a size such as"
    #expect(throws: InvalidArgument(expected: "\(words) 500K, 16M, 1G, or none")) {
      try Limit<ByteSize>(parsing: text)
    }
    #expect(throws: InvalidArgument(expected: "a time above 0, such as 500ms, 30s, 5m")) {
      try PositiveTime(parsing: text == "x" || text == "None" || text.isEmpty ? "0s" : text)
    }
  }

  @Test(arguments: zip(["0", "7", "-1", "+1", "1.0", "", "x"], [0, 7, nil, nil, nil, nil, nil]))
  func parsesWholeNumbersFromDigitsOnly(text: String, value: Int?) {
    #expect((try? WholeNumber(parsing: text))?.value == value)
    #expect((try? PositiveNumber(parsing: text))?.value == (value == 0 ? nil : value))
  }

  @Test(
    arguments: zip(
      ["a", "a,b", " a , b ", "a.b,/c/0", "", "a,", ",", "a,,b"],
      [["a"], ["a", "b"], ["a", "b"], ["a.b", "/c/0"], nil, nil, nil, nil]))
  func parsesCommaSeparatedNames(text: String, names: [String]?) {
    #expect((try? NameList(parsing: text))?.names == names)
  }

  @Test(
    arguments: zip(
      [
        "A: b", "A:b", "A:", "A;", "x-y:  z: w ", "A", ": b", "A b: c", "A: b\r\nC: d", "Ä: b", ";",
      ],
      [
        ["A", "b"], ["A", "b"], ["A", ""], ["A", ""], ["x-y", "z: w"], nil, nil, nil, nil, nil, nil,
      ]))
  func parsesHeaderNamesAndValues(text: String, field: [String]?) {
    let header = try? HeaderArgument(parsing: text)

    #expect(header.map { [$0.name, $0.value] } == field)
  }

  @Test func readsHeaderFieldsFromFile() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("fields", "A: b\r\n\nAuthorization: Bearer x\nC:\n")

    #expect(
      try HeaderLines(parsing: "@" + file).fields.map { [$0.name, $0.value] }
        == [["A", "b"], ["Authorization", "Bearer x"], ["C", ""]])
    #expect(throws: InvalidArgument.self) { try HeaderLines(parsing: "@\(file).missing") }
    _ = try directory.write("fields", "A: b\nnonsense\n")
    #expect(try HeaderLines(parsing: "@" + file).ignored == ["nonsense"])
    #expect(throws: InvalidArgument.self) { try HeaderLines(parsing: "nonsense") }
  }

  @Test(
    arguments: zip(
      ["all", "none", "timeout", "timeout, dns", "x", "timeout,", ""],
      [
        ErrorsToRetry.all, ErrorsToRetry.none, .codes([.timeout]), .codes([.timeout, .dns]), nil,
        nil, nil,
      ]))
  func parsesErrorCodesToRetry(text: String, errors: ErrorsToRetry?) {
    #expect((try? ErrorsToRetry(parsing: text)) == errors)
  }

  @Test func listsChoicesInErrors() {
    #expect(throws: InvalidArgument(expected: "auto, always or never")) {
      try ColorMode(parsing: "Always")
    }
  }
}
