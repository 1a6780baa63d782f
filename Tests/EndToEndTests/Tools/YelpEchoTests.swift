import TestSupport
import Testing

/// Responses that repeat the API key.
@Suite struct YelpEchoTests {
  /// The key is masked in any JSON notation, and the response is not cached.
  @Test(
    arguments: [
      ("hunter2SECRETmarker-Zq9", "hunter2SECRETmarker-Zq9"),
      ("k/ey+SECRETmarker", #"k\/ey\u002bSECRETmarker"#), ("12345678", "12345678"),
    ])
  func masksTheKeyInResponses(key: String, written: String) throws {
    let query = try YelpTool(YelpTestServer(key: key))
    let body =
      #"{"businesses":[{"id":"a","name":"bad \#(written) here"}],"total":1,"x":"\#(written)"}"#
    query.yelp.fail(with: .body(body), times: 3)
    let words = ["search", "--location", "x", "--cache", "--record", "tape.jsonl"]

    let first = try query.run(words + ["--fields", "name"]).expect(exit: 0)
    let second = try query.run(words + ["--envelope"]).expect(exit: 0)
    let paged = try query.run(words + ["--all", "--fields", "name"]).expect(exit: 0)

    #expect(first.lines == [#"{"name":"bad *** here"}"#] && paged.lines == first.lines)
    #expect(second.records(as: .envelope).first?["x"]?.string == "***")
    #expect(query.yelp.calls == 3)
    for text in try [first.text, second.text, paged.text]
      + query.sandbox.files.filter({ !$0.contains("tape") }).map({
        String(decoding: try query.sandbox.directory.read($0), as: UTF8.self)
      })
    {
      #expect(!text.contains(written) && !text.contains(key))
    }
  }

  /// A response with the key in a header field is printed but not cached.
  @Test func doesNotCacheResponsesWithTheKeyInAHeader() throws {
    let key = "hunter2SECRETmarker-Zq9"
    let query = try YelpTool(YelpTestServer(key: key))
    let body = #"{"businesses":[{"id":"a","name":"here"}],"total":1}"#
    query.yelp.fail(with: .body(body, headers: [("X-Seen", "Bearer \(key)")]), times: 2)
    let words = ["search", "--location", "x", "--cache", "--fields", "name"]

    let first = try query.run(words).expect(exit: 0)
    let second = try query.run(words).expect(exit: 0)
    query.yelp.fail(with: .body(body), times: 1)
    _ = try query.run(words).expect(exit: 0)
    let cached = try query.run(words).expect(exit: 0)

    #expect([first, second, cached].allSatisfy { $0.lines == [#"{"name":"here"}"#] })
    #expect(query.yelp.calls == 3)
    for file in query.sandbox.files {
      let text = String(decoding: try query.sandbox.directory.read(file), as: UTF8.self)
      #expect(!text.contains(key))
    }
  }
}
