import TestSupport
import Testing

/// `cities-find -i` on a terminal of `script(1)`.
@Suite(.needs("script"))
struct CitiesFindInteractiveTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let cities = [
      #"{"_id":1,"name":"Paris","country":"FR","coord":{"lon":2.35,"lat":48.85}}"#,
      #"{"_id":2,"name":"Parma","country":"IT","coord":{"lon":10.3,"lat":44.8}}"#,
    ]
    try sandbox.addCities("[" + cities.joined(separator: ",") + "]")
  }

  private func start(_ options: String = "") throws -> LiveTool {
    try Tool(path: "/usr/bin/script", in: sandbox).start(
      ["-qec", "\(Project.binaries)/cities-find -i --debounce 0 \(options)", "/dev/null"],
      environment: ["TERM": "xterm"])
  }

  @Test func findsMarksAndPrintsCity() throws {
    let tool = try start()
    _ = tool.readText(until: "> ")
    tool.write("par")
    #expect(tool.readText(until: "Parma").contains("Paris"))
    tool.write("\t")
    #expect(tool.readText(until: "★").contains("★"))
    tool.write("\r")
    let result = try tool.wait().expect(exit: 0)

    #expect(
      result.text.contains(#""id":1,"name":"Paris""#) && result.text.contains(#""favorite":true"#))
    #expect(result.text.contains(#""match":"name","rank":1"#))
    let favorites = try Tool("cities-find", in: sandbox)("--favorites").records(as: .city)
    #expect(favorites.map { $0["id"]?.integer } == [1])
  }

  @Test func escapeExitsWithoutOutput() throws {
    let tool = try start("par")
    _ = tool.readText(until: "Parma")
    tool.write("\u{1b}")
    let result = try tool.wait().expect(exit: 130)

    #expect(!result.text.contains(#""id""#))
  }

  @Test func failsWithoutTerminal() throws {
    try Tool("cities-find", in: sandbox)("-i").expect(exit: 2).expect(says: "terminal")
  }
}
