internal import CStart
internal import Glibc

extension Command {
  /// Runs the executable.
  ///
  /// Never async: an async main ends in `pthread_exit`, which takes 33 ms in a static executable.
  package func main() {
    if CommandLine.argc == 2, CommandLine.arguments[1] == "--version" { printVersionAndExit() }
    StandardStreams.occupyClosed()
    if let message = DescriptorLimit.raise() { refuse(message) }
    // execve(2) without any argument, not even a name.
    if CommandLine.arguments.isEmpty { refuse("the command line is empty") }
    if let place = Self.firstArgumentNotUTF8 { refuse("argument \(place) is not UTF-8") }
    signal(SIGPIPE, SIG_IGN)
    // Beyond `ulimit -f` a write fails with EFBIG instead.
    signal(SIGXFSZ, SIG_IGN)
    ShutdownSignal.listen()
    let status = start(
      Array(CommandLine.arguments.dropFirst()), environment: .process, streams: .process,
      shutdown: .process)
    end_process(status.rawValue)
  }

  /// Runs the tool like a process, with another environment: `main` and tests call it.
  ///
  /// - Parameter arguments: without the name of the executable.
  package func start(
    _ arguments: [String], environment: Environment, streams: StandardStreams,
    shutdown: ShutdownSignal = ShutdownSignal()
  ) -> ExitStatus {
    if arguments.first == CompletionShell.flag {
      return complete(for: arguments.dropFirst().first, environment, streams)
    }
    func run(_ command: Command, _ arguments: [String]) -> ExitStatus {
      ToolInvocation(
        command: command, family: { family }, arguments: arguments, environment: environment,
        streams: streams, shutdown: shutdown
      ).run()
    }
    // `help` and `help search`.
    if arguments.first == "help", !subcommands.names.isEmpty {
      if arguments.count == 1 { return run(self, ["--help"]) }
      if arguments.count == 2, let command = subcommands.command(arguments[1]) {
        return run(command, ["--help"])
      }
    }
    guard let place = commandPlace(in: arguments),
      let command = subcommands.command(arguments[place])
    else { return run(self, arguments) }
    var arguments = arguments
    arguments.remove(at: place)
    return run(command, arguments)
  }

  /// The index of the command's name, which may follow options that all commands have; nil if there
  /// are only options.
  func commandPlace(in arguments: [String]) -> Int? {
    guard arguments.first?.hasPrefix("-") == true else { return arguments.isEmpty ? nil : 0 }
    if subcommands.names.isEmpty { return nil }
    let table = OptionTable(options)
    var place = 0
    while place < arguments.count, arguments[place].hasPrefix("-") {
      place += ArgumentScan([arguments[place]], table).pending == nil ? 1 : 2
    }
    return place < arguments.count ? place : nil
  }

  /// The number of the first argument that is not UTF-8, from 1. Swift would replace its invalid
  /// bytes, and the tool would open another file.
  private static var firstArgumentNotUTF8: Int? {
    guard CommandLine.arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return nil
    }
    return (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  private func refuse(_ message: String) -> Never {
    _ = DescriptorOutput.write(Array("\(tool): error: \(message)\n".utf8), to: 2)
    end_process(ExitStatus.usage.rawValue)
  }

  private func printVersionAndExit() -> Never {
    let isWritten = DescriptorOutput.write(Array("\(ToolVersion.text(tool: tool))\n".utf8), to: 1)
    end_process(isWritten ? ExitStatus.success.rawValue : ExitStatus.cannotWrite.rawValue)
  }
}
