import TestSupport
import Testing

/// Records with tens of thousands of fields: the time grows with their number, not its square.
@Suite struct SizeFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Comparing each field with each other one took a minute.
  @Test(arguments: [#""value""#, "null"]) func manyHeaderFieldsTakeNoTimePerPair(value: String)
    throws
  {
    let fields = (0..<80_000).map { #""X-Field-\#($0)":\#(value)"# }
    let line =
      #"{"url":"http://127.0.0.1:1/","headers":{"Accept":"a","# + fields.joined(separator: ",")
      + "}}"

    let result = try Tool("req", in: sandbox)(
      "--build", stdin: .lines([line]), timeout: .seconds(20))

    #expect(result.expect(exit: 0).lines.first?.contains(#""X-Field-79999":\#(value)"#) == true)
  }

  @Test(arguments: ["csv", "tsv"]) func manyColumnsTakeNoTimePerPair(format: String) throws {
    let members = (0..<40_000).map { #""column\#($0)":\#($0)"# }.joined(separator: ",")
    let line = #"{"status":200,"url":"http://h/","json":[{\#(members)},{\#(members)}]}"#

    let result = try Tool("req", in: sandbox)(
      "--parse", "--each", "", "--format", format, stdin: .lines([line]), timeout: .seconds(20))

    #expect(result.expect(exit: 0).lines.count == 3)
    #expect(result.lines.last?.hasPrefix(format == "csv" ? "0,1,2," : "0\t1\t2\t") == true)
  }
}
