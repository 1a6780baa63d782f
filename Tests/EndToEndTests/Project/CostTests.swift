import TestSupport
import Testing

/// The comparison of `Tests/Cost/run` with a budget; `make cost` measures.
@Suite(.needs("python3", in: ProjectScript.folders)) struct CostTests {
  private static let budget = "1000000\t100000\t10000"
  /// The figures of a job, instructions, calls and memory, and the difference that is reported.
  private static let jobs: KeyValuePairs = [
    budget: "", "1019000\t101900\t10900": "", "951000\t95100\t8100": "",
    "1030000\t100000\t10000": "1,030,000 instructions, 3.0 % above the budget of 1,000,000",
    "1000000\t102500\t10000": "102,500 calls, 2.5 % above the budget of 100,000",
    "1000000\t100000\t11200": "11,200 KB, 12.0 % above the budget of 10,000",
    "940000\t100000\t10000": "940,000 instructions, 6.0 % below the budget of 1,000,000",
  ]

  @Test func comparesWithTheBudget() throws {
    let result = try compare(Self.jobs.map(\.key)).expect(exit: 1)

    let messages = Self.jobs.enumerated().filter { !$1.value.isEmpty }.map {
      "cost: error: job\($0): \($1.value)"
    }
    #expect(
      result.messageLines == messages + ["cost: hint: if that is intended: make cost BUDGET=new"])
    try compare(Self.jobs.filter(\.value.isEmpty).map(\.key)).expect(exit: 0).expectSilence()
  }

  private func compare(_ measured: [String]) throws -> ToolResult {
    let sandbox = try Sandbox()
    func table(_ rows: [String]) -> String {
      let lines = rows.enumerated().map { "job\($0)\t\($1)\n" }
      return "# Swift 6\njob\tinstructions\tcalls\tKB\n" + lines.joined()
    }
    try sandbox.write("budget", table(measured.map { _ in Self.budget }))
    try sandbox.write("measured", table(measured))
    return try sandbox.shell(
      "'\(Project.root)/Tests/Cost/run' --budget budget --measured measured",
      environment: ["PATH": ProjectScript.path])
  }
}
