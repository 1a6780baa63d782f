internal import ArgumentParser
internal import Glibc

extension ParsableTool {
  /// Answers a completion script: reads its question on stdin, and prints what can stand at the
  /// cursor. Whatever is wrong, nothing is said: somebody is typing.
  ///
  /// - Parameter shell: the word behind `CompletionShell.flag`.
  static func complete(
    for shell: String?, _ environment: Environment, _ streams: StandardStreams
  ) -> ExitStatus {
    guard let shell = shell.flatMap(CompletionShell.init),
      let question = shell.question(CompletionInput.read(streams.input.descriptor))
    else { return .usage }
    let answer = answer(question, environment)
    let text = shell.text(answer, question)
    return DescriptorOutput.write(Array(text.utf8), to: streams.output.descriptor)
      ? .success : .cannotWrite
  }

  private static func answer(
    _ question: CompletionShell.Question, _ environment: Environment
  ) -> CompletionAnswer {
    var words = question.words
    guard !subtools.isEmpty, let place = subtoolPlace(in: words) else {
      return source(words, question, environment, subtools: subtools) { family }
    }
    let first = words.remove(at: place)
    if first == "help" { return words.isEmpty ? names(of: subtools) : CompletionAnswer() }
    guard let subtool = subtool(first) else { return CompletionAnswer() }
    return subtool.source(words, question, environment, subtools: []) { family }
  }

  /// - Parameters:
  ///   - subtools: those that may be named here.
  ///   - family: what it may hold, asked for where there is a configuration file.
  private static func source(
    _ words: [String], _ question: CompletionShell.Question, _ environment: Environment,
    subtools: [any ParsableTool.Type], family: @escaping @Sendable () -> OptionFamily
  ) -> CompletionAnswer {
    let table = OptionTable(declarations, aliases: optionAliases)
    let line = CompletionLine(words, current: question.current, table)
    if !subtools.isEmpty, line.place == .operand(0) {
      var answer = names(of: subtools)
      answer.words.append(WordList.Word("help", "Show the help of a command."))
      return answer
    }
    let scan = line.scan
    let scene = CompletionScene(environment, given: scan.givenNames) { option in
      // Variables and the configuration file are read only when somebody asks.
      let options = declarations + family().others(than: declarations)
      let settings = try? Settings.read(
        scan, options, tool: toolName, family: family, environment)
      let occurrences = settings?.occurrences(before: scan) ?? scan.occurrences
      return occurrences.last { $0.option.name == option.name }?.value
    }
    return CompletionSource(
      table: table, line: line, scene: scene, toolValues: { values(of: $0, given: scene.given) }
    ).answer
  }

  private static func names(of subtools: [any ParsableTool.Type]) -> CompletionAnswer {
    CompletionAnswer(
      kind: .words, heading: "command",
      words: subtools.map { WordList.Word($0._commandName, $0.configuration.abstract) })
  }
}

/// What a script asks.
private enum CompletionInput {
  /// Longer than any command line.
  static let maximumBytes = 4 << 20

  static func read(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 << 10)
    while bytes.count < maximumBytes {
      let count = Glibc.read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    return bytes
  }
}
