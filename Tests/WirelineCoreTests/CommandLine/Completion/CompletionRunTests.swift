import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// Runs a tool as a completion script does.
@Suite struct CompletionRunTests {
  private func complete(
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

  @Test func offersOptionsWithHelp() {
    #expect(complete(["--"]).contains("--limit\tNumber of repetitions (default: 50)"))
    #expect(!complete(["--limit", "4", "--"]).contains { $0.hasPrefix("--limit") })
    #expect(complete(["--tag", "a", "--"]).contains("--tag\tTag to add"))
  }

  @Test func offersLettersAfterOneDash() {
    #expect(complete(["-"]).contains("-H\tAdd a header field to every request"))
    #expect(!complete(["--"]).contains { $0.hasPrefix("-H") })
  }

  @Test func offersInversesAfterNo() {
    #expect(!complete(["--"]).contains { $0.hasPrefix("--no-mark") })
    #expect(complete(["--no"]).contains("--no-mark\tOpposite of --mark"))
    #expect(complete(["--"]).contains("--ordered\tOpposite of --unordered"))
  }

  @Test func omitsWordsAlreadyInList() {
    let lines = complete(["--retry-errors=dns,"])

    #expect(lines.prefix(2) == ["list", "--retry-errors=dns,"])
    #expect(lines.contains("connect") && !lines.contains("dns"))
  }

  @Test func offersNothingForFreeText() {
    #expect(complete(["--limit", ""]) == ["nothing", ""])
    #expect(complete(["--cacert", ""]) == ["files", ""])
  }

  @Test func offersCommandsAsFirstWord() {
    #expect(
      complete([""], command: SubcommandTests.Root.command) == [
        "words", "", "search\tSearch", "parse\tParse", "help\tShow the help of a command",
      ])
    #expect(
      complete(["search", "--t"], command: SubcommandTests.Root.command).contains(
        "--term\tSearch term"))
    #expect(complete(["bogus", "--t"], command: SubcommandTests.Root.command) == ["nothing", ""])
  }

  @Test func exitsSilentlyAfterMalformedRequest() throws {
    for arguments in [["---complete"], ["---complete", "tcsh"], ["---complete", "bash"]] {
      let run = try SampleRun(arguments)
      #expect((run.status, run.output, run.error) == (.usage, "", ""))
    }
  }
}
