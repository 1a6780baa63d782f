import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct WriteOutTests {
  private func values() throws -> WriteOut.Values {
    var request = RequestSpecification(url: try RequestURL("http://h/a?b"))
    request.body = .bytes([1, 2, 3], mediaType: nil)
    let head = ResponseHead(
      status: 200, headers: ["Content-Type": "text/plain", "X-A": "1", "x-a": "2"])
    var response = Response(
      head: head, url: try RequestURL("https://h/c"), body: .delivered, bodyBytes: 5_000_000,
      redirects: [Response.Redirect(status: 302, url: "http://h/a?b")], elapsed: .seconds(2))
    var timing = RequestTiming()
    timing.nameLookup = .microseconds(1500)
    timing.connect = .milliseconds(2)
    timing.tls = .milliseconds(30)
    timing.firstByte = .milliseconds(400)
    timing.total = .milliseconds(500)
    (timing.remoteAddress, timing.remotePort) = ("::1", 443)
    response.timing = timing
    return WriteOut.Values(request: request, response: response)
  }

  @Test(arguments: [
    ("%{http_code}", "200"), ("%{time_namelookup} %{time_connect}", "0.001500 0.002000"),
    ("%{time_appconnect} %{time_pretransfer}", "0.030000 0.030000"),
    ("%{time_starttransfer} %{time_total}", "0.400000 2.000000"), ("%{time_redirect}", "1.500000"),
    ("%{remote_ip}:%{remote_port}", "::1:443"), ("%{speed_download}", "2500000"),
    ("%{size_upload} %{num_redirects} %{scheme}", "3 1 https"),
    ("%{url} %{url_effective}", "http://h/a?b https://h/c"), ("%{urle.host}%{urle.path}", "h/c"),
    ("%header{x-a}|%header{none}|", "1||"), ("\\x\\n\\t\\\\%%%", "\\x\n\t\\%%"), ("%{open", ""),
    ("a%{onerror}b", "a"), ("100% of 5%d", "100% of 5%d"),
    ("%{header_json}", #"{"content-type":["text/plain"],"x-a":["1","2"]}"#),
  ])
  func expandsVariables(format: String, text: String) throws {
    #expect(WriteOut(format: format).output(try values()).text == text)
  }

  @Test func redirectIsNoRetry() throws {
    var values = try values()
    values.response?.attempts = 2
    #expect(WriteOut(format: "%{num_retries} %{num_redirects}").output(values).text == "1 1")
  }

  @Test func separatesTargetsAndUnknownVariables() throws {
    let format = "a%{nope}b%{stderr}c%output{f}d%output{>>g}e%{stdout}h"
    let output = WriteOut(format: format).output(try values())

    #expect((output.text, output.errorText) == ("abh", "c"))
    #expect(output.files.map(\.path) == ["f", ">>g"])
    #expect(output.files.map(\.text) == ["d", "e"])
    #expect(output.unknown == ["nope"])
  }

  @Test func jsonHasNumbers() throws {
    let text = WriteOut(format: "%{json}").output(try values()).text
    let view = try JSONView.parse(Array(text.utf8))
    #expect(view["http_code"]?.integer == 200)
    #expect(view["time_total"]?.double == 2)
    #expect(view["url_effective"]?.string == "https://h/c")
  }

  @Test func failureHasNoResponse() throws {
    var values = try values()
    values.response = nil
    values.status = .notConnected
    values.error = ErrorRecord(code: .connect, message: "refused", tool: "req")
    let format = "%{http_code} %{time_total} %{exitcode} %{onerror}%{errormsg}"
    #expect(WriteOut(format: format).output(values).text == "000 0.000000 7 refused")
  }
}
