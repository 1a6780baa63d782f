import TestSupport
import Testing

/// `.ci/lint` on a copy of the sources that breaks rules of `.ci/boundaries`.
@Suite(.needs("python3", in: ProjectScript.folders))
struct LintTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.shell(
      "work=$PWD; cd '\(Project.root)' && cp -r .ci Sources Package.swift \"$work\""
    ).expect(exit: 0)
  }

  /// Adds a file to a folder of Sources.
  private func plant(_ name: String, in folder: String, _ text: String) throws {
    try sandbox.write("Sources/\(folder)/\(name).swift", text + "\n")
  }

  /// Checks that each message is part of a finding in a planted file.
  private func expectFindings(_ expected: [(file: String, message: String)]) throws {
    let found = try sandbox.shell(".ci/lint .", environment: ["PATH": ProjectScript.path])
      .expect(exit: 1).lines
    for (file, message) in expected {
      #expect(found.contains { $0.hasPrefix("Sources/\(file).swift:") && $0.contains(message) })
    }
  }

  @Test func findsNamesThatAFolderMayNotUse() throws {
    // The folder, the module to import, and the forbidden type.
    let plants = [
      ("WirelineCore/System", "WirelineCore", "ErrorCode"),
      ("WirelineCore/JSON", "WirelineCore", "LineReader"),
      ("WirelineRequests/Policy", "WirelineHTTP", "RequestExecutor"),
      ("WirelineReq/Running", "WirelineYelp", "YelpRequestBuilder"),
      ("WirelineYelp/Quota", "WirelineReq", "RequestRunner"),
      ("WirelineCities/Import", "WirelineRequests", "RequestSpecification"),
      ("WirelineImages/Fetch", "WirelineImages", "ImageRecord"),
      ("WirelineHTTP/Client", "WirelineCore", "UsageError"),
      ("WirelineHTTP/Protocol", "WirelineRequests", "ResponseRecord"),
      ("WirelineHTTP/Names", "WirelineRequests", "HTTPOptions"),
      ("WirelineHTTP/Cassette", "WirelineRequests", "HTTPDefaults"),
      ("req", "WirelineHTTP", "HTTPRequestClient"),
      ("imgfetch", "WirelineImages", "ImageIndex"),
      ("yelp-query", "WirelineYelp", "YelpQuotaStore"),
      ("cities-sync", "WirelineCities", "CityStore"),
      ("cities-find", "WirelineCities", "CitySearch"),
    ]
    for (folder, module, name) in plants {
      try plant("Planted", in: folder, "import \(module)\nlet planted: \(name)? = nil")
    }

    try expectFindings(
      plants.map { folder, _, name in ("\(folder)/Planted", " may not name \(name) in Sources/") })
  }

  @Test func findsCyclesForeignWordsAndUnknownFolders() throws {
    try plant("First", in: "WirelineCore/JSON", "struct First { var second: [Second] = [] }")
    try plant("Second", in: "WirelineCore/JSON", "struct Second { var first: [First] = [] }")
    try plant("Pair", in: "WirelineHTTP/Protocol", "let pair: HTTPRequestClient? = nil")
    try plant("Word", in: "WirelineCore/Pipeline", "let setsCookie = true")
    try plant("New", in: "WirelineNew", "import WirelineCore\nlet view: JSONView? = nil")

    try expectFindings([
      ("WirelineCore/JSON/First", "cycle of files: "),
      ("WirelineHTTP/Protocol/Pair", "cycle of folders: "),
      ("WirelineCore/Pipeline/Word", "\"Cookie\" in WirelineCore"),
      ("WirelineNew/New", "no line in .ci/boundaries"),
    ])
  }
}
