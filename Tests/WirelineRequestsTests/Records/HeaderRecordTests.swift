import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct HeaderRecordTests {
  /// Few fields are compared pairwise, many are looked up in a dictionary.
  @Test(arguments: [3, 32, 33, 100]) func writesRepeatedFieldsAsList(count: Int) throws {
    var headers: HeaderFields = ["Accept": "a", "X-Two": "1", "accept": "b"]
    for index in 3..<max(count, 3) { headers.append("X-\(index)", "v") }

    var writer = JSONWriter()
    HeaderRecord.write(headers, suppressed: ["X-Two", "Via"], isLowercased: false, to: &writer)

    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"Accept":["a","b"],"X-Two":"1""#))
    #expect(text.hasSuffix(#""Via":null}"#) && !text.contains(#""X-Two":null"#))
    let members = try JSONView.parse(writer.bytes).fields
    #expect(members.reduce(0) { count, _ in count + 1 } == max(count, 3) - 1 + 1)
  }

  @Test func removesSeveralFields() {
    var headers: HeaderFields = ["A": "1", "b": "2", "C": "3", "B": "4"]

    headers.remove(["B", "c"], unlessIn: ["C": "own"])

    #expect(headers == ["A": "1", "C": "3"])
  }
}
