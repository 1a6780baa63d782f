import TestSupport
import Testing

/// Options that cannot be used together.
@Suite struct YelpModeTests {
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
