internal import ArgumentParser

extension ParsableTool {
  /// Runs the tool as a process would, with another world around it: what `main` does, and what a
  /// test calls.
  ///
  /// - Parameter arguments: without the name of the executable.
  package static func start(
    _ arguments: [String], environment: Environment, streams: StandardStreams,
    shutdown: ShutdownSignal = ShutdownSignal()
  ) -> ExitStatus {
    if arguments.first == CompletionShell.flag {
      return complete(for: arguments.dropFirst().first, environment, streams)
    }
    // Asked for where there is a configuration file only.
    let family: @Sendable () -> [OptionDeclaration] = { Self.family }
    // `help search` is what ArgumentParser tells people to type.
    if arguments.first == "help", arguments.count == 2, let subtool = subtool(arguments[1]) {
      return subtool.start(["--help"], family, environment, streams, shutdown)
    }
    guard let subtool = arguments.first.flatMap(subtool) else {
      return start(arguments, family, environment, streams, shutdown)
    }
    return subtool.start(Array(arguments.dropFirst()), family, environment, streams, shutdown)
  }

  /// Every option of the tool, those of its sub-commands included: what its section of the
  /// configuration file may hold.
  static var family: [OptionDeclaration] {
    [any ParsableTool.Type]([Self.self] + subtools).flatMap { $0.declarations }
  }

  private static func start(
    _ arguments: [String], _ family: @escaping @Sendable () -> [OptionDeclaration],
    _ environment: Environment,
    _ streams: StandardStreams, _ shutdown: ShutdownSignal
  ) -> ExitStatus {
    ToolInvocation(
      tool: Self.self, family: family, arguments: arguments, environment: environment,
      streams: streams, shutdown: shutdown
    ).run()
  }
}
