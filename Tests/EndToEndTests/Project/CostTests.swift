import TestSupport
import Testing

/// The comparison of `Tests/Cost/run` with a budget; `make cost` measures.
@Suite(.needs("python3", in: ProjectScript.folders)) struct CostTests {
  private static let budget = "1000000\t100000\t10000"

  /// Figures of instructions, calls and memory; and the message if they are not within the budget.
  @Test(arguments: [
    (budget, nil), ("1019000\t101900\t10900", nil), ("951000\t95100\t8100", nil),
    ("1030000\t100000\t10000", "1,030,000 instructions, 3.0 % above the budget of 1,000,000"),
    ("1000000\t102500\t10000", "102,500 calls, 2.5 % above the budget of 100,000"),
    ("1000000\t100000\t11200", "11,200 KB, 12.0 % above the budget of 10,000"),
    ("940000\t100000\t10000", "940,000 instructions, 6.0 % below the budget of 1,000,000"),
  ])
  func comparesWithTheBudget(figures: String, message: String?) throws {
    let result = try compare(figures).expect(exit: message == nil ? 0 : 1)

    #expect(
      result.messageLines
        == (message.map {
          ["cost: error: get: \($0)", "cost: hint: if that is intended: make cost BUDGET=new"]
        } ?? []))
  }

  @Test func onlyWarnsInAnotherEnvironment() throws {
    let result = try compare("1030000\t100000\t10000", in: "# Swift 7").expect(exit: 0)

    #expect(result.messages.contains("cost: warning: get: 1,030,000 instructions, 3.0 % above"))
    #expect(result.messages.contains("cost: warning: the budget is for Swift 6, not for Swift 7"))
  }

  private func compare(_ figures: String, in environment: String = "# Swift 6") throws -> ToolResult
  {
    let sandbox = try Sandbox()
    let names = "job\tinstructions\tcalls\tKB"
    try sandbox.write("budget", "# Swift 6\n\(names)\nget\t\(Self.budget)\n")
    try sandbox.write("measured", "\(environment)\n\(names)\nget\t\(figures)\n")
    return try sandbox.shell(
      "'\(Project.root)/Tests/Cost/run' --budget budget --measured measured",
      environment: ["PATH": ProjectScript.path])
  }
}
