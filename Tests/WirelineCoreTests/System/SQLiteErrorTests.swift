import TestSupport
import Testing

@testable import WirelineCore

@Suite struct SQLiteErrorTests {
  /// Extended result codes (https://sqlite.org/rescode.html) of a database opened for writing.
  @Test(arguments: [
    ("11 267 523 26 1 24", ErrorCode.decode), ("266 522 1802 8458", .read),
    ("778 1034 1290 1546 2570 3850 13 8 264 520 776 1032 1544 14 270 526 3", .write),
    ("5 261 517 6 262 15", .locked), ("7 9 19 20 21", .internal),
  ])
  func mapsResultCodesToErrorCodes(codes: String, expected: ErrorCode) {
    for code in codes.split(separator: " ").compactMap({ Int32($0) }) {
      let error = SQLiteError(code: code, message: "m", sql: nil, path: "p")

      #expect(ErrorCode(error) == expected, "\(code)")
    }
  }

  @Test(arguments: [14, 778, 10]) func mapsFailuresOfReadOnlyDatabaseToRead(code: Int32) {
    let error = SQLiteError(code: code, message: "m", sql: nil, path: "p", isReadOnly: true)

    #expect(ErrorCode(error) == .read)
  }

  /// A query of this view might never end.
  @Test func refusesViews() throws {
    let directory = try TemporaryDirectory()
    let database = try SQLiteDatabase(path: directory.path("a"), mode: .create)
    try database.execute(
      """
      CREATE VIEW v AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n FROM r) SELECT n FROM r
      """)

    #expect(throws: SQLiteError.self) { try database.prepare("SELECT n FROM v LIMIT 1").step() }
  }
}
