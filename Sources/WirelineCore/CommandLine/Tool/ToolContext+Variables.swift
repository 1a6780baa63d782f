extension ToolContext {
  /// The options that variables set and the command line does not, as it would say them.
  ///
  /// - Parameter options: those of the tool; they come in the same order.
  package func setByVariables(_ options: [OptionDeclaration]) -> [GivenOption] {
    guard let variables = EnvironmentSettings(environment, tool: tool) else { return [] }
    let names = Set(given.map(\.name))
    return options.filter { $0.isConfigurable && !names.contains($0.name) }
      .flatMap { option -> [GivenOption] in
        // What is wrong with one was told when the settings were read.
        let entry = try? variables.entry(for: option)
        return entry?.occurrences.map(GivenOption.init) ?? []
      }
  }
}
