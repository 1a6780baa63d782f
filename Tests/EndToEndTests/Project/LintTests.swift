import TestSupport
import Testing

/// `.ci/lint` on a copy of the sources that breaks rules of `.ci/boundaries`.
@Suite(.needs("python3", in: ProjectScript.folders))
struct LintTests {
  /// A folder, the module to import, and the forbidden type.
  private static let names = [
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
  /// A file, its content, and a part of the finding.
  private static let others = [
    ("WirelineCore/JSON/First", "struct First { var second: [Second] = [] }", "cycle of files: "),
    ("WirelineCore/JSON/Second", "struct Second { var first: [First] = [] }", ""),
    (
      "WirelineCore/JSON/Planted", "import WirelineCore\nlet planted: LineReader? = nil",
      "cycle of folders: "
    ),
    ("WirelineCore/Pipeline/Word", "let setsCookie = true", "\"Cookie\" in WirelineCore"),
    ("WirelineYelp/Quota/Boolean", "/// Stops.\nlet isLast = true", "begin with \"Whether\""),
    ("WirelineYelp/Quota/Nil", "/// Nil for none.\nlet last: Int?", "say what the value is"),
    (
      "WirelineNew/New", "import WirelineCore\nlet view: JSONView? = nil",
      "no line in .ci/boundaries"
    ),
  ]

  @Test func findsForbiddenNamesCyclesForeignWordsAndUnknownFolders() throws {
    let plants =
      Self.names.map { folder, module, name in
        (
          "\(folder)/Planted", "import \(module)\nlet planted: \(name)? = nil",
          " may not name \(name) in Sources/"
        )
      } + Self.others
    let sandbox = try Sandbox()
    try sandbox.shell(
      "work=$PWD; cd '\(Project.root)' && cp -r .ci Sources Package.swift \"$work\""
    ).expect(exit: 0)
    for (file, text, _) in plants { try sandbox.write("Sources/\(file).swift", text + "\n") }

    let found = try sandbox.shell(".ci/lint .", environment: ["PATH": ProjectScript.path])
      .expect(exit: 1).lines

    for (file, _, message) in plants where !message.isEmpty {
      let ofFile = found.filter { $0.hasPrefix("Sources/\(file).swift:") }
      #expect(ofFile.contains { $0.contains(message) }, "\(file)")
    }
  }
}
