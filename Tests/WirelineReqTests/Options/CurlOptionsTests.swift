import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq

@Suite struct CurlOptionsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func scan(_ arguments: [String]) -> ArgumentScan {
    let options = OptionBinding.declarations { (RequestOptions(), CommonOptions()) }.1
    return ArgumentScan(arguments, OptionTable(options, substitute: CurlOptions.substitute))
  }

  @Test(arguments: [
    ("url = http://h/\n-o x y\n", [["--url=http://h/"], ["-o", "x"]]),
    ("silent\r\n  data: \"a\\tb\\\"c\" # end\r\n", [["--silent"], ["--data=a\tb\"c"]]),
    ("# a\n/ b\n* c\n\nuser-agent \"\"\n", [["--user-agent="]]),
    ("data = \"a\u{2028}b\u{B}\"\n", [["--data=a\u{2028}b\u{B}"]]),
  ])
  func readsLinesOfConfiguration(text: String, lines: [[String]]) {
    #expect(CurlConfiguration(text).lines == lines)
  }

  @Test(arguments: [
    ("data =\nurl = http://h/\n", "missing value: --data <data>"),
    (String(repeating: "config = PATH\n", count: 100), "too many nested --config"),
    ("url = a\0b\n", "is not a text file in UTF-8"),
  ])
  func rejectsConfiguration(text: String, message: String) throws {
    let path = directory.path("config")
    try directory.write("config", text.replacing("PATH", with: path))

    #expect(scan(["-K", path]).error?.message.contains(message) == true)
  }

  @Test(arguments: [
    ("a=x/y", "{{a:url}}", "x%2Fy"), ("a[0-2]= bc d", "{{a:trim}}\\{{", "bc{{"),
    ("%NONE=d", "{{NONE:b64}} {{b}}{{-}}{{", "ZA== {{-}}{{"), ("a=Yg==", "{{a:64dec}}", "b"),
    ("a=\"", "{{a:json}}", "\\\""),
  ])
  func insertsVariables(variable: String, text: String, expanded: String) throws {
    let variables = CurlVariables()
    try variables.set(variable)
    #expect(try variables.expanded(text) == expanded)
  }

  @Test func hidesContentOfInvalidVariable() {
    let message = "invalid value for --variable: expected name=content or name@file"
    #expect(scan(["--variable", "a b=secret"]).error?.message == message)
  }

  @Test func needsURLOnBothSidesOfNext() throws {
    #expect(scan(["-i", "--next", "h/"]).error?.message == "missing URL before --next")
    #expect(scan(["h/", "--next", "-i"]).error?.message == "missing URL after --next")

    try directory.write("config", "next\nurl = h/\n")
    let run = scan(["-i", "-K", directory.path("config"), "-K", directory.path("config")])
    #expect(run.error == nil)
    #expect(run.earlier.map { $0.givenNames } == [["include", "url"]])
  }

  @Test(
    arguments: [
      (["-i", "--no-include"], []), (["--http1.1", "--alpn"], ["no-http2"]),
      (["--variable", "v=y", "--expand-url", "h/{{v}}"], ["url=h/y"]),
      (["-N", "--buffer", "--no-http0.9", "--keepalive"], []),
      (["--socks5", "h:1", "--follow"], ["proxy=socks5://h:1", "location"]),
      (["h/", "-s", "-i", "--no-config", "-:", "-I", "h/"], ["silent", "no-config", "head"]),
    ] as [([String], [String])])
  func substitutes(arguments: [String], given: [String]) {
    let scan = scan(arguments)

    #expect(scan.occurrences.map { $0.name + ($0.value.map { "=" + $0 } ?? "") } == given)
    #expect(scan.error == nil)
  }
}
