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
    let family: @Sendable () -> OptionFamily = { Self.family }
    // `help search` is what ArgumentParser tells people to type.
    if arguments.first == "help", !subtools.isEmpty {
      if arguments.count == 1 { return start(["--help"], family, environment, streams, shutdown) }
      if arguments.count == 2, let subtool = subtool(arguments[1]) {
        return subtool.start(["--help"], family, environment, streams, shutdown)
      }
    }
    guard let place = subtoolPlace(in: arguments), let subtool = subtool(arguments[place]) else {
      return start(arguments, family, environment, streams, shutdown)
    }
    var arguments = arguments
    arguments.remove(at: place)
    return subtool.start(arguments, family, environment, streams, shutdown)
  }

  /// Where the name of a sub-command may stand: behind options that all of them have; nil where
  /// there is nothing else.
  static func subtoolPlace(in arguments: [String]) -> Int? {
    // To make the types of all takes longer than a small run.
    guard arguments.first?.hasPrefix("-") == true else { return arguments.isEmpty ? nil : 0 }
    if subtools.isEmpty { return nil }
    let table = OptionTable(declarations, aliases: optionAliases)
    var place = 0
    while place < arguments.count, arguments[place].hasPrefix("-") {
      place += ArgumentScan([arguments[place]], table).pending == nil ? 1 : 2
    }
    return place < arguments.count ? place : nil
  }

  /// What the configuration file may hold.
  static var family: OptionFamily {
    let tools = [any ParsableTool.Type]([Self.self] + subtools)
    return OptionFamily(own: tools.flatMap { $0.declarations }, shared: sharedOptions)
  }

  private static func start(
    _ arguments: [String], _ family: @escaping @Sendable () -> OptionFamily,
    _ environment: Environment,
    _ streams: StandardStreams, _ shutdown: ShutdownSignal
  ) -> ExitStatus {
    ToolInvocation(
      tool: Self.self, family: family, arguments: arguments, environment: environment,
      streams: streams, shutdown: shutdown
    ).run()
  }
}
