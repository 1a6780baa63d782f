import TestSupport
import Testing

/// Options that cannot be used together.
@Suite struct YelpModeTests {
  @Test(
    arguments: [
      (["--links", "--build"], "--links cannot be used with --build"),
      (["--dry-run", "--links"], "--links cannot be used with --dry-run"),
      (["--dry-run", "--build"], "--build cannot be used with --dry-run"),
      (["--build", "--envelope"], "--build cannot be used with --envelope"),
      (["--dry-run", "--envelope"], "--dry-run cannot be used with --envelope"),
      (["--links", "--envelope"], "--links cannot be used with --envelope"),
      (["--build", "--adapter", "cat"], "--build cannot be used with --adapter"),
    ])
  func rejectsOptionsThatCannotBeUsedTogether(words: [String], named: String) throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    try query.run(["business", "x"] + words).expect(exit: 2)
      .expect(says: "error: \(named)")
  }

  /// Conflicts between settings are ignored.
  @Test func acceptsConflictingSettings() throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))
    let environment = [
      "WIRELINE_ENVELOPE": "true", "WIRELINE_YELP_QUERY_ADAPTER": "false",
      "WIRELINE_HEADER": "Authorization: x",
    ]

    for mode in ["--build", "--links", "--dry-run"] {
      try query("business", "x", mode, environment: environment).expect(exit: 0)
        .expect(says: "warning: --header cannot set Authorization")
    }
  }

  @Test func rejectsAnAuthorizationHeader() throws {
    let query = try YelpTool(YelpTestServer(expectsNoRequest: true))

    let result = try query("business", "x", "--header", "authorization: Bearer mine")

    result.expect(exit: 2).expect(says: "error: --header cannot set Authorization")
      .expect(says: "hint: set the key with YELP_API_KEY or --api-key-file")
    #expect(!result.messages.contains("mine"))
  }
}
