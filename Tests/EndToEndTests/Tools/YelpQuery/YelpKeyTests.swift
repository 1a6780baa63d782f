import Glibc
import TestSupport
import Testing

/// The sources of the API key.
@Suite struct YelpKeyTests {
  private let query: YelpTool
  private var sandbox: Sandbox { query.sandbox }

  init() throws { query = try YelpTool(YelpTestServer(key: "right-key")) }

  /// Runs without `YELP_API_KEY` unless a key is given.
  private func run(
    _ words: String..., key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    try Tool("yelp-query", in: sandbox).run(
      ["business", "x", "--base-url", query.yelp.baseURL] + words,
      environment: key.map { ["YELP_API_KEY": $0] } ?? [:], sourceLocation: sourceLocation)
  }

  private func keyFile(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
    try #require(chmod(sandbox.write(name, text), mode) == 0)
  }

  private func configure(_ file: String) throws {
    try sandbox.directory.write(
      "home/config/wireline/config.json", #"{"yelp-query":{"api_key_file":"\#(file)"}}"#)
  }

  @Test(arguments: YelpTestServer.calls.prefix(2))
  func sendsNothingWithoutAKey(call: YelpTestServer.Call) throws {
    let yelp = try YelpTestServer(expectsNoRequest: true)

    for environment in [[:], ["YELP_API_KEY": ""]] {
      let result = try Tool("yelp-query").run(
        call.words + ["--base-url", yelp.baseURL], environment: environment)
      result.expect(exit: 77).expect(
        says: "yelp-query: error: ", "YELP_API_KEY", "yelp-query: hint: ", "manage_app")
      #expect(result.text == "")
    }
    try run(key: "right-key").expect(exit: 0)
  }

  @Test func onlyBuildAndLinksNeedNoKey() throws {
    let tool = try Tool("yelp-query", in: sandbox)

    try tool("quota").expect(exit: 77)
    try run("--dry-run").expect(exit: 77)
    try run("--build").expect(exit: 0)
    try run("--links").expect(exit: 0)
    try run(key: "right-key").expect(exit: 0)
    #expect(query.yelp.calls == 1)
  }

  @Test func readsTheKeyFromAFile() throws {
    try keyFile("key", "right-key\r\n")

    try run("--api-key-file", "key").expect(exit: 0).expectSilence()
    try keyFile("key", "  right-key \n\n", mode: 0o400)
    try run("--api-key-file", sandbox.work + "/key").expect(exit: 0)
  }

  @Test(arguments: [0o640, 0o604] as [mode_t])
  func rejectsAFileThatOthersCanRead(mode: mode_t) throws {
    try keyFile("key", "SECRETkey", mode: mode)

    let result = try run("--api-key-file", "key", key: "right-key").expect(exit: 77)

    result.expect(says: "other users can read", "\"key\"", "hint: chmod 600")
    #expect(result.text == "" && !result.messages.contains("SECRETkey"))
    try run(key: "right-key").expect(exit: 0)
    #expect(query.yelp.calls == 1)
  }

  @Test func rejectsAFileWithoutAKey() throws {
    for text in ["", "\n", "two words", "clé", "a\u{0}b"] {
      try keyFile("key", text)
      let result = try run("--api-key-file", "key", key: "right-key").expect(exit: 77)

      result.expect(says: "yelp-query: error: ", "\"key\"")
      #expect(!result.messages.contains("two words"))
    }
    try run("--api-key-file", "none").expect(exit: 77).expect(says: "\"none\": ")
    try run(key: "right-key").expect(exit: 0)
    #expect(query.yelp.calls == 1)
  }

  @Test func optionOverridesVariableAndConfiguration() throws {
    try keyFile("right", "right-key")
    try keyFile("wrong", "wrong-key")
    try run("--api-key-file", "right", key: "wrong-key").expect(exit: 0)
    try run("--api-key-file", "wrong", key: "right-key").expect(exit: 77)
    try configure(sandbox.work + "/wrong")
    try run(key: "right-key").expect(exit: 0)
    try run().expect(exit: 77)
    try run("--api-key-file", "right").expect(exit: 0)
    try configure(sandbox.work + "/right")
    try run(key: "").expect(exit: 0)
    try run(key: "wrong-key").expect(exit: 77)
    try run("--no-config").expect(exit: 77)
  }

  @Test func expandsTheHomeDirectoryInTheConfiguration() throws {
    try sandbox.directory.write("home/.yelp-key", "right-key\n")
    try #require(chmod(sandbox.home + "/.yelp-key", 0o600) == 0)
    try configure("~/.yelp-key")

    try run().expect(exit: 0)
  }
}
