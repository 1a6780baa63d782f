/// What is known of a run that is not yet one: the command line so far, and what stands around it.
package struct CompletionScene: Sendable {
  package let environment: Environment
  /// The names of the options that are on the command line.
  package let given: Set<String>
  /// The value that an option has, by the command line or what a run would read besides.
  private let value: @Sendable (OptionDeclaration) -> String?

  init(
    _ environment: Environment, given: Set<String>,
    value: @escaping @Sendable (OptionDeclaration) -> String?
  ) {
    self.environment = environment
    self.given = given
    self.value = value
  }

  /// The path that an option names; `~` is the home directory, as it will be once the shell has
  /// read the line.
  package func path(of option: OptionDeclaration) -> String? {
    guard let path = value(option) else { return nil }
    guard path.hasPrefix("~/"), let home = environment.nonEmpty("HOME") else { return path }
    return home + path.dropFirst()
  }
}
