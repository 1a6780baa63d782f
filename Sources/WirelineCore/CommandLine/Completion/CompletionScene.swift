/// What is known of a run that is not yet one: the command line so far, and what stands around it.
package struct CompletionScene: Sendable {
  package let environment: Environment
  private let scan: ArgumentScan
  /// What variables and the configuration file say; read only when somebody asks.
  private let settings: @Sendable () -> Settings?

  init(
    _ scan: ArgumentScan, _ environment: Environment, settings: @escaping @Sendable () -> Settings?
  ) {
    self.scan = scan
    self.environment = environment
    self.settings = settings
  }

  /// The names of the options that are on the command line.
  package var given: Set<String> { scan.givenNames }

  /// The value that an option has, by the command line or what a run would read besides.
  package func value(of option: OptionDeclaration) -> String? {
    let occurrences = settings()?.occurrences(before: scan) ?? scan.occurrences
    return occurrences.last { $0.option.name == option.name }?.value
  }

  /// The path that an option names; `~` is the home directory, as it will be once the shell has
  /// read the line.
  package func path(of option: OptionDeclaration) -> String? {
    guard let path = value(of: option) else { return nil }
    guard path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else { return path }
    return home + path.dropFirst()
  }
}
