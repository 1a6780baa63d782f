import TestSupport
import Testing

/// Records with tens of thousands of fields take linear time.
@Suite struct SizeFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Pairwise comparison would take a minute.
  @Test(arguments: [#""value""#, "null"]) func manyHeaderFieldsTakeLinearTime(value: String)
    throws
  {
    let fields = (0..<80_000).map { #""X-Field-\#($0)":\#(value)"# }
    let line =
      #"{"url":"http://127.0.0.1:1/","headers":{"Accept":"a","# + fields.joined(separator: ",")
      + "}}"

    let result = try Tool("req", in: sandbox)(
      "--build", stdin: .lines([line]))

    #expect(result.expect(exit: 0).lines.first?.contains(#""X-Field-79999":\#(value)"#) == true)
  }

  @Test(arguments: ["csv", "tsv"]) func manyColumnsTakeLinearTime(format: String) throws {
    let fields = (0..<40_000).map { #""column\#($0)":\#($0)"# }.joined(separator: ",")
    let line = #"{"status":200,"url":"http://h/","json":[{\#(fields)},{\#(fields)}]}"#

    let result = try Tool("req", in: sandbox)(
      "--parse", "--each", "", "--format", format, stdin: .lines([line]))

    #expect(result.expect(exit: 0).lines.count == 3)
    #expect(result.lines.last?.hasPrefix(format == "csv" ? "0,1,2," : "0\t1\t2\t") == true)
  }
}
