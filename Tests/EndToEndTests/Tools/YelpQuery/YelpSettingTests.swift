import TestSupport
import Testing

/// Settings in variables and the configuration file.
@Suite struct YelpSettingTests {
  private let query: YelpTool

  init() throws { query = try YelpTool(YelpTestServer()) }

  private func configure(_ section: String) throws {
    try query.sandbox.directory.write(
      "home/config/wireline/config.json", #"{"yelp-query":\#(section)}"#)
  }

  /// A setting would prevent operands and stdin.
  @Test(arguments: ["location", "chat-id", "yelp-business-id"])
  func ignoresSettingsOfTheSubject(option: String) throws {
    let key = option.split(separator: "-").joined(separator: "_")
    let variable = "WIRELINE_YELP_QUERY_\(key.uppercased())"
    let reason = "--\(option) can only be used on the command line"

    try query("search", stdin: .lines(["Paris"]), environment: [variable: "Rome"]).expect(exit: 0)
      .expect(says: "warning: environment variable \(variable) is ignored: \(reason)")
    #expect(query.yelp.requests.map { $0[query: "location"] } == ["Paris"])

    try configure(#"{"\#(key)":"Rome"}"#)
    try query("search", "Paris").expect(exit: 2).expect(says: #"unknown key "\#(key)""#)
      .expect(says: "hint: \(reason)")
    #expect(query.yelp.calls == 1)
  }
}
