import TestSupport
import Testing

/// `req --build`: records for another run.
@Suite struct ReqBuildTests {
  /// A record that is built has what goes along, and no secret but its own.
  @Test func builtRecordsHaveTheFieldsAndNoSecret() throws {
    let req = try Tool("req")
    let place = #"{"base_url":"http://h/v1","headers":{"X-Env":"t","Authorization":"s3cret"}}"#
    try req.sandbox.directory.write(
      "home/config/wireline/config.json", #"{"environments":{"test":\#(place)}}"#)
    let words = [
      "--build", "--env", "test", "-e", "http://o/", "-A", "ua", "-H", "X-B: 1", "-H", "Accept:",
      "-H", "Cookie: s3cret", "-u", "me:s3cret",
    ]
    let record = #"{"url":"/a","headers":{"X-Api-Key":"own","X-Env":null}}"#

    let stream = try req.run(words, stdin: .lines([record])).expect(exit: 0)
    let single = try req.run(words + ["/a", "X-Api-Key:s3cret", "X-Env:"]).expect(exit: 0)

    for (result, own) in [(stream, "own"), (single, nil)] {
      let record = try #require(result.records(as: .request).first)
      let headers = try #require(record["headers"])
      #expect(record["url"]?.string == "http://h/v1/a")
      for name in ["Referer", "User-Agent", "X-B"] { #expect(headers[name]?.string != nil) }
      for name in ["X-Env", "Accept"] { #expect(headers[name]?.text == "null") }
      #expect(headers["Authorization"] == nil && headers["Cookie"] == nil)
      #expect(headers["X-Api-Key"]?.string == own && !result.text.contains("s3cret"))
      #expect(result.messages.ranges(of: "authorization is left out").count == 1)
      result.expect(says: "cookie is left out of the record: it is a secret")
    }
  }
}
