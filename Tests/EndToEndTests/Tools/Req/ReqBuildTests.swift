import TestSupport
import Testing

/// `req --build`: records for another run.
@Suite struct ReqBuildTests {
  /// A built record has the default fields, and only secrets of its input record.
  @Test func builtRecordsHaveFieldsWithoutSecrets() throws {
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
      #expect(result.messages.ranges(of: "omitting Authorization from the record").count == 1)
      result.expect(says: "omitting Cookie from the record because it is a secret")
    }
  }

  @Test func builtRecordsHaveCopiedFieldsAndBoundary() throws {
    let server = try LoopbackServer { _ in "ok" }
    let req = try Tool("req")
    let input = ToolInput.lines([#"{"url":"http://h/x","name":1.50,"id":9}"#])

    let copied = try req("--build", "--copy", "name", stdin: input).expect(exit: 0)
    let parts = try req("--build", "-F", "a=b", "--boundary", "BBB", server.url("/")).expect(
      exit: 0)
    try req(stdin: .text(parts.text)).expect(exit: 0)

    #expect(copied.text == #"{"id":9,"method":"GET","url":"http://h/x","name":1.50}"# + "\n")
    #expect(server.requests.first?[header: "content-type"] == "multipart/form-data; boundary=BBB")
    #expect(server.requests.first?.text.hasPrefix("--BBB\r\n") == true)
  }

  /// Those of a record become a field; those of the command line are omitted.
  @Test func masksCredentialsInURLs() throws {
    let req = try Tool("req")
    let url = "http://me:s3cret@h/"

    let stream = try req("--build", stdin: .lines([url])).expect(exit: 0)
    let single = try req("--build", url).expect(exit: 0)

    let record = try #require(stream.records(as: .request).first)
    #expect(record["headers"]?["Authorization"]?.string == "Basic bWU6czNjcmV0")
    #expect(record["url"]?.string == "http://h/")
    #expect(single.text == #"{"id":1,"method":"GET","url":"http://h/"}"# + "\n")
    single.expect(says: "omitting user and password from the record")
  }

  /// No file is written.
  @Test func dryRunPrintsMaskedCookiesAndCredentials() throws {
    let req = try Tool("req")
    try req.sandbox.write("jar", "h\tFALSE\t/\tFALSE\t0\tsid\ts3cret-cookie\n")
    try req.sandbox.write("netrc", "machine h login me password s3cret-word\n")

    let result = try req(
      "--dry-run", "-b", "jar", "-c", "new", "--netrc-file", "netrc",
      "http://h/?api_key=s3cret-key&x=y"
    ).expect(exit: 0)

    let record = try #require(result.records(as: .request).first)
    #expect(record["url"]?.string == "http://h/?api_key=REDACTED&x=y")
    for name in ["Authorization", "Cookie"] {
      #expect(record["headers"]?[name]?.string == "REDACTED")
    }
    #expect(!result.text.contains("s3cret") && !req.sandbox.exists("new"))
  }
}
