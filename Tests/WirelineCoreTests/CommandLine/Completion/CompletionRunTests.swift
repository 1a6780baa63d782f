import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// What a tool answers a script.
@Suite struct CompletionRunTests {
  private func answer(
    _ words: [String], command: Command = SampleTool.command,
    environment: [String: String] = [:]
  ) -> [String] {
    let (input, output) = (Pipe(), Pipe())
    DescriptorOutput.write(words.flatMap { Array($0.utf8) + [0] }, to: input.output)
    input.closeOutput()
    let streams = StandardStreams(
      input: .init(descriptor: input.input), output: .init(descriptor: output.output),
      error: .init(descriptor: output.output))
    let status = command.start(
      ["---complete", "fish"], environment: Environment(environment), streams: streams)
    output.closeOutput()
    #expect(status == .success)
    let text = String(decoding: output.read(), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test func anOptionIsOfferedWithItsHelp() {
    #expect(answer(["--"]).contains("--limit\thow often (default: 50)"))
    #expect(!answer(["--limit", "4", "--"]).contains { $0.hasPrefix("--limit") })
    #expect(answer(["--tag", "a", "--"]).contains("--tag\ttag it"))
  }

  @Test func lettersAreForASingleDash() {
    #expect(answer(["-"]).contains("-H\tAdd a header field to every request"))
    #expect(!answer(["--"]).contains { $0.hasPrefix("-H") })
  }

  @Test func oppositesAreForWhoAsks() {
    #expect(!answer(["--"]).contains { $0.hasPrefix("--no-mark") })
    #expect(answer(["--no"]).contains("--no-mark\tthe opposite of --mark"))
    #expect(answer(["--"]).contains("--ordered\tthe opposite of --unordered"))
  }

  @Test func aListIsToldWithoutWhatItHas() {
    let answer = answer(["--retry-errors=dns,"])

    #expect(answer.prefix(2) == ["list", "--retry-errors=dns,"])
    #expect(answer.contains("connect") && !answer.contains("dns"))
  }

  @Test func aFreeValueIsNothing() {
    #expect(answer(["--limit", ""]) == ["nothing", ""])
    #expect(answer(["--cacert", ""]) == ["files", ""])
  }

  @Test func subCommandsAreTheFirstWord() {
    #expect(
      answer([""], command: SubcommandTests.Root.command) == [
        "words", "", "search\tSearch.", "parse\tParse.", "help\tShow the help of a command.",
      ])
    #expect(
      answer(["search", "--t"], command: SubcommandTests.Root.command).contains(
        "--term\twhat to look for"))
    #expect(answer(["bogus", "--t"], command: SubcommandTests.Root.command) == ["nothing", ""])
  }

  /// Whatever a script sends, a tool ends, and says nothing else.
  @Test func anotherQuestionIsAUsageError() throws {
    for arguments in [["---complete"], ["---complete", "tcsh"], ["---complete", "bash"]] {
      let run = try SampleRun(arguments)
      #expect((run.status, run.output, run.error) == (.usage, "", ""))
    }
  }
}
