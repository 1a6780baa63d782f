import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RequestRecordTests {
  private static let names = JSONNames(RequestRecord.names)

  private func read(_ text: String) throws -> RequestSpecification {
    try RequestRecord(JSONObject(Array(text.utf8), names: Self.names)).specification
  }

  private func written(_ request: RequestSpecification) -> String {
    var writer = JSONWriter()
    RequestRecord(request).write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("image/png", #","headers":{"Content-Type":"image/png"}"#), ("application/octet-stream", ""),
    (nil, #","headers":{"Content-Type":null}"#),
  ])
  func writesTypeOfFile(type: String?, fields: String) throws {
    var request = RequestSpecification(method: "PUT", url: try RequestURL("http://h/"))
    request.body = .file(path: "f", mediaType: type)

    let line = written(request)
    #expect(line == #"{"method":"PUT","url":"http://h/"\#(fields),"body_file":"f"}"#)
    #expect(written(try read(line)) == line)
  }

  /// Writing, reading and writing a request results in the same line.
  @Test(arguments: [
    (#"{"url":"http://h/"}"#, #"{"method":"GET","url":"http://h/"}"#),
    (
      #"{"url":"http://h/?a=1","query":{"b":"x y","c":[1,true]}}"#,
      #"{"method":"GET","url":"http://h/?a=1&b=x%20y&c=1&c=true"}"#
    ),
    (
      #"{"url":"http://h/","headers":{"X-A":["1","2"],"B":3}}"#,
      #"{"method":"GET","url":"http://h/","headers":{"X-A":["1","2"],"B":"3"}}"#
    ),
    (
      #"{"url":"http://h/","method":"POST","json":{"a":1.50}}"#,
      #"{"method":"POST","url":"http://h/","json":{"a":1.50}}"#
    ),
    (
      #"{"url":"http://h/","method":"POST","form":{"a":"b c","d":["e","f"]}}"#,
      #"{"method":"POST","url":"http://h/","headers":{"Content-Type":"#
        + #""application/x-www-form-urlencoded"},"body":"a=b%20c&d=e&d=f"}"#
    ),
    (#"{"url":"http://h/","body":"x"}"#, #"{"method":"POST","url":"http://h/","body":"x"}"#),
    (
      #"{"url":"http://h/","method":"PUT","body":"text"}"#,
      #"{"method":"PUT","url":"http://h/","body":"text"}"#
    ),
    (
      #"{"url":"http://h/","method":"PUT","body_base64":"/wA="}"#,
      #"{"method":"PUT","url":"http://h/","body_base64":"/wA="}"#
    ),
    (
      #"{"url":"http://h/","method":"PUT","body_file":"/a/b","priority":"high","#
        + #""timeout_s":1.5,"retry":0,"output":"o","credential":"c"}"#,
      #"{"method":"PUT","url":"http://h/","body_file":"/a/b","priority":1,"#
        + #""timeout_s":1.5,"retry":0,"output":"o","credential":"c"}"#
    ),
  ])
  func writtenRecordIsReadBack(input: String, output: String) throws {
    let first = written(try read(input))

    #expect(first == output)
    #expect(written(try read(first)) == output)
  }

  @Test(arguments: [
    (#"{}"#, #"field "url" is missing or blank"#),
    (#"{"url":""}"#, #"field "url" is missing or blank"#),
    (#"{"url":5}"#, #"field "url": expected a string, found number"#),
    (#"{"url":"htp:/x"}"#, "unsupported scheme"),
    (#"{"url":"http://h:70000/"}"#, "port"),
    (#"{"url":"http://h/","method":"G T"}"#, #"field "method""#),
    (#"{"url":"http://h/","headers":{"A":"b\r\nC: d"}}"#, "line break"),
    (#"{"url":"http://h/","headers":{"A b":"c"}}"#, "not a token"),
    (#"{"url":"http://h/","headers":[]}"#, "expected an object, found array"),
    (#"{"url":"http://h/","headers":{"A":{}}}"#, #"field "headers.A""#),
    (#"{"url":"http://h/","json":1,"body":"x"}"#, "one body"),
    (#"{"url":"http://h/","body":5}"#, #"field "body": expected a string, found number"#),
    (#"{"url":"http://h/","body_base64":"?"}"#, "base64"),
    (#"{"url":"http://h/","priority":"soon"}"#, #"field "priority""#),
    (#"{"url":"http://h/","timeout_s":-1}"#, #"field "timeout_s""#),
    (#"{"url":"http://h/","retry":1.5}"#, #"field "retry""#),
    (#"{"url":"http://h/","query":{"a":{}}}"#, #"field "query.a""#),
    (#"{"url":"http://h/","multipart":[{"name":"a"}]}"#, "multipart"),
  ])
  func errorNamesField(text: String, part: String) {
    let error = #expect(throws: InputRecordError.self) { try read(text) }

    #expect(error?.description.contains(part) == true, "\(error?.description ?? "none")")
  }

  /// Any valid JSON is a request or an error, and a request that was read can be written and read
  /// again.
  @Test func survivesMutatedRecords() throws {
    let sample =
      #"{"url":"http://u:p@h:80/a?b","method":"POST","headers":{"A":["b"]},"query":{"c":[1]},"#
      + #""multipart":[{"name":"d","value":"e"},{"name":"f","json":{"g":[]}},"#
      + #"{"name":"h","base64":"/wA=","filename":"i"}],"priority":"low","timeout_s":2,"#
      + #""deadline_s":3,"retry":1,"output":"o"}"#
    for bytes in SeededGenerator.inputs(like: sample, count: 4000) {
      guard let object = try? JSONObject(bytes, names: Self.names),
        let record = try? RequestRecord(object)
      else { continue }
      _ = try read(written(record.specification))
    }
  }
}
