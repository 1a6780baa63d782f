/// The options that the configuration file and variables may name.
package struct OptionFamily: Sendable {
  /// Every option of the tool, those of its sub-commands included.
  let own: [OptionDeclaration]
  /// Those of the section `shared`.
  let shared: [OptionDeclaration]

  /// - Parameters:
  ///   - own: every option of the tool, those of its sub-commands included.
  ///   - shared: those of the section `shared`.
  package init(own: [OptionDeclaration], shared: [OptionDeclaration]) {
    self.own = own
    self.shared = shared
  }

  /// Shared ones that a tool does not take, such as the city database of one that only offers its
  /// names.
  func others(than own: [OptionDeclaration]) -> [OptionDeclaration] {
    let names = Set(own.map(\.name))
    return shared.filter { !names.contains($0.name) }
  }
}
