package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test if a program is missing, or fails it if `CI` is set: `.ci/setup test` installs
  /// all programs.
  package static func needs(
    _ programs: String..., in folders: [String] = Sandbox.programFolders
  ) -> Self {
    let missing = programs.filter { program in
      !folders.contains { Project.isExecutable("\($0)/\(program)") }
    }
    return requires(missing.isEmpty, "needs \(programs.joined(separator: ", "))")
  }

  /// Skips a test unless a condition is met, or fails it if `CI` is set: `.ci/setup test` ensures
  /// all conditions.
  package static func requires(_ isMet: Bool, _ need: String) -> Self {
    .enabled("\(need)") {
      if !isMet, Project.environment("CI") != nil { throw UnmetRequirement(description: need) }
      return isMet
    }
  }
}

private struct UnmetRequirement: Error, CustomStringConvertible {
  let description: String
}
