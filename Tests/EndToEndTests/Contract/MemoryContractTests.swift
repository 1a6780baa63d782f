import TestSupport
import Testing

/// Memory usage does not grow with the input.
@Suite(.serialized) struct MemoryContractTests {
  /// About 6 MB of input.
  private static let many = 40_000
  private static let few = 4000
  private static let worked = 400

  @Test(arguments: ToolUnderTest.streaming)
  func usesConstantMemory(tool: ToolUnderTest) throws {
    let small = try peak(of: tool, lines: Self.few)
    let large = try peak(of: tool, lines: Self.many)

    #expect(
      Double(large) <= 1.1 * Double(small),
      "\(Self.few) lines took \(small >> 10) KB, \(Self.many) took \(large >> 10) KB")
  }

  /// Both runs process the same number of items; the other lines are error records to pass through.
  private func peak(of tool: ToolUnderTest, lines: Int) throws -> Int {
    let trial = try Trial(tool)
    let error = Array((trial.errorLine() + "\n").utf8)
    let step = lines / Self.worked

    let result = try trial(
      stdin: .generated(count: lines) { number in
        number % step == 0 ? Array((trial.line(number / step) + "\n").utf8) : error
      }, stdout: .counted, measuresMemory: true)

    result.expect(exit: 0)
    #expect(result.stdoutLines >= lines)
    return result.ending.peakBytes
  }
}
