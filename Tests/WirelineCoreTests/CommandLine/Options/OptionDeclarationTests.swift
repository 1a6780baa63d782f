import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct OptionDeclarationTests {
  @Test func hasUniqueNamesAndLetters() {
    let names = SampleTool.options.flatMap { [$0.name, $0.inverse] }.compactMap(\.self)
    let letters = SampleTool.options.compactMap(\.short)

    #expect(Set(names).count == names.count)
    #expect(Set(letters).count == letters.count)
  }

  @Test func acceptsDocumentedDefaultsAsValues() throws {
    let names = Set(SampleTool.options.map(\.name))
    for option in SharedOptions.declarations where names.contains(option.name) {
      guard let text = option.defaultText, option.valueName != nil else { continue }

      let run = try SampleRun(["fail", "--\(option.name)=\(text)"])

      #expect(run.status == .failure, "--\(option.name)=\(text): \(run.error)")
    }
  }

  @Test func derivesVariablesAndKeysFromOptionNames() {
    let logFormat = CommonOptions().$logFormat
    #expect(logFormat.variables(tool: "req") == ["WIRELINE_REQ_LOG_FORMAT", "WIRELINE_LOG_FORMAT"])
    #expect(logFormat.key == "log_format")
    #expect(
      OptionDeclaration("source", .operand, help: "").variables(tool: "cities-sync")
        == ["WIRELINE_CITIES_SYNC_SOURCE"])
  }

  @Test(
    arguments: zip(
      ["retyr", "jbos", "formatt", "xyzzyx", "", "time-out", "session", "get", "body", "obs"],
      ["retry", "jobs", "format", nil, nil, "timeout", nil, nil, nil, nil]))
  func suggestsOnlyCloseNames(name: String, suggestion: String?) {
    let known = SharedOptions.declarations.map(\.name) + ["version", "cert", "copy"]

    #expect(Suggestion.nearest(to: name, among: known) == suggestion)
  }
}
