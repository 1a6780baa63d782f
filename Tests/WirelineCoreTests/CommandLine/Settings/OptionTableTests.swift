import ArgumentParser
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// The declared table and what ArgumentParser knows of a tool are the same.
@Suite struct OptionTableTests {
  /// ArgumentParser's own account of one argument.
  private struct Dumped {
    let json: StrictJSON

    var kind: String { json["kind"]?.string ?? "" }
    var valueName: String { json["valueName"]?.string ?? "" }
    var abstract: String? { json["abstract"]?.string }
    var long: [String] { names("long") }
    var short: [String] { names("short") }

    private func names(_ kind: String) -> [String] {
      (json["names"]?.elements ?? []).filter { $0["kind"]?.string == kind }
        .compactMap { $0["name"]?.string }
    }
  }

  private static func dump() throws -> [Dumped] {
    let json = try StrictJSON(try SampleRun(["--experimental-dump-help"]).output)
    let arguments = try #require(json["command"]?["arguments"]?.elements)
    return arguments.map(Dumped.init).filter { $0.long != ["help"] && $0.long != ["version"] }
  }

  @Test func everyNameIsDeclaredAndNoOther() throws {
    let dumped = try Self.dump().flatMap { $0.kind == "positional" ? [$0.valueName] : $0.long }
    let declared = SampleTool.declarations.flatMap { [$0.name, $0.inverse] }.compactMap(\.self)

    #expect(dumped.sorted() == declared.sorted())
    #expect(Set(declared).count == declared.count)
  }

  @Test func formLetterAndHelpAgree() throws {
    for dumped in try Self.dump() where dumped.kind != "positional" {
      let name = try #require(dumped.long.first)
      guard let option = SampleTool.declarations.first(where: { $0.name == name }) else {
        #expect(SampleTool.declarations.contains { $0.inverse == name })
        continue
      }

      #expect((dumped.kind == "option") == (option.valueName != nil))
      #expect(dumped.short == (option.short.map { [String($0)] } ?? []))
      if let valueName = option.valueName { #expect(dumped.valueName == valueName) }
      #expect(dumped.abstract?.hasPrefix(option.help) == true)
      // Of the two words for the order it is the other one that is the default.
      if name == RecordOptions.unordered.name { continue }
      let ending = "(default: \(option.defaultText ?? ""))"
      #expect(dumped.abstract?.hasSuffix(ending) == (option.defaultText != nil))
    }
  }

  /// A default that is shown must be one that can be typed.
  @Test func defaultsCanBeGiven() throws {
    let taken = Set(SampleTool.declarations.map(\.name))
    for option in SharedOptions.declarations where taken.contains(option.name) {
      guard let text = option.defaultText, option.valueName != nil else { continue }

      let run = try SampleRun(["fail", "--\(option.name)=\(text)"])

      #expect(run.status == .failure, "--\(option.name)=\(text): \(run.error)")
    }
  }

  @Test func variablesAndKeysAreNamedAfterTheOption() {
    #expect(CommonOptions.logFormat.variable(tool: "req") == "WIRELINE_LOG_FORMAT")
    #expect(CommonOptions.logFormat.key == "log_format")
    #expect(
      OptionDeclaration("source", .operand, "").variable(tool: "cities-sync")
        == "WIRELINE_CITIES_SYNC_SOURCE")
  }

  @Test(
    arguments: zip(
      ["retyr", "jbos", "formatt", "xyzzyx", "", "time-out"],
      ["retry", "jobs", "format", nil, nil, "timeout"]))
  func theNearestNameIsSuggested(name: String, suggestion: String?) {
    let known = SharedOptions.declarations.map(\.name)

    #expect(Spelling.nearest(to: name, among: known) == suggestion)
  }
}
