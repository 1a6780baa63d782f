internal import CStart
internal import Glibc

extension Command {
  /// Runs the executable.
  ///
  /// Not async: an async main ends in `pthread_exit`, which takes 33 ms in a static executable.
  package func main() {
    if CommandLine.argc == 2, CommandLine.arguments[1] == "--version" { printVersionAndExit() }
    StandardStreams.reserveClosed()
    if let message = DescriptorLimit.raise() { exitWithUsageError(message) }
    // execve(2) without any argument, not even a name.
    if CommandLine.arguments.isEmpty { exitWithUsageError("the command line is empty") }
    if let number = Self.firstArgumentNotUTF8 {
      exitWithUsageError("argument \(number) is not UTF-8")
    }
    signal(SIGPIPE, SIG_IGN)
    // Makes writes beyond `ulimit -f` fail with EFBIG.
    signal(SIGXFSZ, SIG_IGN)
    ShutdownSignal.listen()
    let status = start(
      Array(CommandLine.arguments.dropFirst()), environment: .process, streams: .process,
      shutdown: .process)
    end_process(status.rawValue)
  }

  /// Runs the tool as `main` does, with the given environment.
  ///
  /// - Parameter arguments: the arguments without the name of the executable.
  package func start(
    _ arguments: [String], environment: Environment, streams: StandardStreams,
    shutdown: ShutdownSignal = ShutdownSignal()
  ) -> ExitStatus {
    if arguments.first == CompletionShell.flag {
      return complete(for: arguments.dropFirst().first, environment, streams)
    }
    func run(_ command: Command, _ arguments: [String]) -> ExitStatus {
      ToolInvocation(
        command: command, knownOptions: { knownOptions }, arguments: arguments,
        environment: environment, streams: streams, shutdown: shutdown
      ).run()
    }
    guard let index = commandIndex(in: arguments) else { return run(self, arguments) }
    var rest = arguments
    let name = rest.remove(at: index)
    if let command = subcommands.command(name) { return run(command, rest) }
    guard name == "help", !subcommands.names.isEmpty else { return run(self, arguments) }
    // `help` and `help search`.
    guard let subject = commandIndex(in: rest), rest[subject] != "help" else {
      return run(self, ["--help"])
    }
    return subcommands.command(rest[subject]).map { run($0, ["--help"]) } ?? run(self, rest)
  }

  /// The index of the command's name, which may follow options; nil without a command.
  func commandIndex(in arguments: [String]) -> Int? {
    guard arguments.first?.hasPrefix("-") == true else { return arguments.isEmpty ? nil : 0 }
    if subcommands.names.isEmpty { return nil }
    var table = OptionTable(options)
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-") {
      var scan = ArgumentScan([arguments[index]], table)
      if scan.error != nil, scan.pending == nil {
        // Not an option of the tool: perhaps one of its commands.
        table = OptionTable(scannedOptions)
        scan = ArgumentScan([arguments[index]], table)
      }
      index += scan.pending == nil ? 1 : 2
    }
    return index < arguments.count ? index : nil
  }

  /// The number of the first argument that is not UTF-8, from 1. Swift would replace its invalid
  /// bytes, so the tool would open a different file.
  private static var firstArgumentNotUTF8: Int? {
    guard CommandLine.arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return nil
    }
    return (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  private func exitWithUsageError(_ message: String) -> Never {
    _ = DescriptorOutput.write(Array("\(tool): error: \(message)\n".utf8), to: 2)
    end_process(ExitStatus.usage.rawValue)
  }

  private func printVersionAndExit() -> Never {
    let isWritten = DescriptorOutput.write(Array("\(ToolVersion.text(tool: tool))\n".utf8), to: 1)
    end_process(isWritten ? ExitStatus.success.rawValue : ExitStatus.cannotWrite.rawValue)
  }
}
