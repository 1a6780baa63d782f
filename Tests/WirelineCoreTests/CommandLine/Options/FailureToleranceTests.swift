import Testing
import WirelineCore

@Suite struct FailureToleranceTests {
  @Test(
    arguments: zip(
      [
        "none", "all", "0", "100", "007", "0%", "5%", "0.1%", "0.0001%", "12.50%", "100%", "100.0%",
      ],
      [
        .none, .all, .count(0), .count(100), .count(7), .share(millionths: 0),
        .share(millionths: 50_000), .share(millionths: 1000), .share(millionths: 1),
        .share(millionths: 125_000), .share(millionths: 1_000_000),
        .share(millionths: 1_000_000),
      ] as [FailureTolerance]))
  func parsesWordsNumbersAndShares(text: String, tolerance: FailureTolerance) throws {
    #expect(try FailureTolerance(parsing: text) == tolerance)
  }

  @Test(arguments: [
    "", "%", "-1", "+1", "1.5", "All", "ALL", "101%", "100.0001%", "5 %", "5%%", ".5%", "5.%",
    "0.00001%", "1e1%", "1.2.3%", "٥%", "9999999999999999999",
  ])
  func rejectsInvalidTolerances(text: String) {
    #expect(
      throws: InvalidArgument(
        expected: "all, none, a share such as 5% or 0.1%, or a whole number")
    ) {
      try FailureTolerance(parsing: text)
    }
  }

  @Test(arguments: ["none", "all", "0", "42", "0%", "5%", "0.1%", "0.0001%", "12.5%", "100%"])
  func formatsToleranceAsTyped(text: String) throws {
    #expect(try FailureTolerance(parsing: text).text == text)
  }

  @Test func comparesSharesExactly() throws {
    let thousandth = try FailureTolerance(parsing: "0.1%")

    #expect(thousandth.allows(failures: 3, of: 3000))
    #expect(!thousandth.allows(failures: 3, of: 2999))
    #expect(thousandth.allows(failures: 1_000_000, of: 1_000_000_000))
    #expect(!thousandth.allows(failures: 1_000_001, of: 1_000_000_000))
  }
}
