extension Command {
  /// Serves a completion script: reads its request from stdin and prints the candidates. Swallows
  /// errors: printing one would garble the user's prompt.
  ///
  /// - Parameter shell: the word after `CompletionShell.flag`.
  func complete(
    for shell: String?, _ environment: Environment, _ streams: StandardStreams
  ) -> ExitStatus {
    var input: [UInt8] = []
    try? FileBytes.chunks(of: streams.input.descriptor, path: "stdin") { input += $0 }
    guard let shell = shell.flatMap(CompletionShell.init), let request = shell.request(input) else {
      return .usage
    }
    let text = shell.text(candidates(request, environment), request)
    return DescriptorOutput.write(Array(text.utf8), to: streams.output.descriptor)
      ? .success : .cannotWrite
  }

  private func candidates(
    _ request: CompletionShell.Request, _ environment: Environment
  ) -> CompletionResult {
    var words = request.words
    guard !subcommands.names.isEmpty, let index = commandIndex(in: words) else {
      return candidates(for: words, request, in: environment, knownOptions: { knownOptions })
    }
    let first = words.remove(at: index)
    if first == "help" { return words.isEmpty ? commandNames : CompletionResult() }
    guard let command = subcommands.command(first) else { return CompletionResult() }
    return command.candidates(for: words, request, in: environment, knownOptions: { knownOptions })
  }

  private func candidates(
    for words: [String], _ request: CompletionShell.Request, in environment: Environment,
    knownOptions: @escaping @Sendable () -> KnownOptions
  ) -> CompletionResult {
    let declared = declared
    let options = declared.options
    let table = OptionTable(options)
    let line = CompletionLine(words, current: request.current, table)
    if !subcommands.names.isEmpty, line.cursor == .operand(0) {
      var names = commandNames
      names.words.append(WordList.Word("help", "Show the help of a command"))
      return names
    }
    let scan = line.scan
    let context = CompletionContext(
      environment: environment, given: scan.givenNames, operands: scan.operands
    ) { option in
      let options = options + knownOptions().others(than: options)
      let settings = try? Settings.read(
        before: scan, of: options, tool: tool, environment: environment,
        knownOptions: knownOptions, overridden: { _ in [] })
      let occurrences = settings?.arguments(before: scan).occurrences ?? scan.occurrences
      return occurrences.last { $0.option.name == option }?.value
    }
    return CompletionSource(
      table: table, line: line, context: context,
      toolValues: { declared.tool.values(of: $0, given: context.given) }
    ).candidates
  }

  private var commandNames: CompletionResult {
    CompletionResult(
      kind: .words, heading: "command",
      words: subcommands.all.map { WordList.Word($0.name ?? "", $0.abstract) })
  }
}
