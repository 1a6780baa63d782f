import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// The first line of these tables is the date of their source: `# 2026-10-22`.
@Suite struct TableAgeTests {
  @Test(
    arguments: [
      ("public-suffixes.txt", "cookies/public-suffix-table.py"),
      ("countries.txt", "countries/country-table.py"),
    ])
  func isYoungerThanTwoYears(table: String, script: String) throws {
    let path = try #require(Project.path(ifExists: "Sources/CTables/\(table)"))

    let line = String(decoding: try FileBytes.head(path, count: 12), as: UTF8.self)

    // Not the clock of `WIRELINE_NOW`: the data ages while the tests set any time.
    let oldest = "# \(CivilDate.timestamp(Int(time(nil)) - 2 * 365 * 86_400))"
    #expect(line.wholeMatch(of: /# \d{4}-\d\d-\d\d/) != nil)
    #expect(line >= oldest.prefix(12), "renew \(table) with Tests/Fixtures/\(script)")
  }
}
