internal import Glibc

extension Command {
  /// Answers a completion script: reads its question on stdin and prints the words that can stand
  /// at the cursor. Swallows errors: printing one would garble the user's prompt.
  ///
  /// - Parameter shell: the word after `CompletionShell.flag`.
  func complete(
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

  private func answer(
    _ question: CompletionShell.Question, _ environment: Environment
  ) -> CompletionAnswer {
    var words = question.words
    guard !subcommands.names.isEmpty, let place = commandPlace(in: words) else {
      return answer(words, question, environment, family: { family })
    }
    let first = words.remove(at: place)
    if first == "help" { return words.isEmpty ? commandNames : CompletionAnswer() }
    guard let command = subcommands.command(first) else { return CompletionAnswer() }
    return command.answer(words, question, environment, family: { family })
  }

  /// - Parameter family: called only if there is a configuration file or a variable.
  private func answer(
    _ words: [String], _ question: CompletionShell.Question, _ environment: Environment,
    family: @escaping @Sendable () -> OptionFamily
  ) -> CompletionAnswer {
    let (declared, options) = declared
    let table = OptionTable(options)
    let line = CompletionLine(words, current: question.current, table)
    if !subcommands.names.isEmpty, line.place == .operand(0) {
      var answer = commandNames
      answer.words.append(WordList.Word("help", "Show the help of a command."))
      return answer
    }
    let scan = line.scan
    let scene = CompletionScene(environment, given: scan.givenNames) { option in
      let options = options + family().others(than: options)
      let settings = try? Settings.read(
        scan, options, tool: tool, family: family, environment, overridden: { _ in [] })
      let occurrences = settings?.arguments(before: scan).occurrences ?? scan.occurrences
      return occurrences.last { $0.option.name == option }?.value
    }
    return CompletionSource(
      table: table, line: line, scene: scene,
      toolValues: { declared.values(of: $0, given: scene.given) }
    ).answer
  }

  private var commandNames: CompletionAnswer {
    CompletionAnswer(
      kind: .words, heading: "command",
      words: subcommands.all.map { WordList.Word($0.name ?? "", $0.abstract) })
  }
}

/// Reads the question of a script.
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
