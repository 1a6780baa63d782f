package import ArgumentParser

/// An executable of the toolbox, or one sub-command of it; adopt `ToolCommand` or
/// `SynchronousToolCommand`.
package protocol ParsableTool: ParsableCommand, Sendable {
  /// The executable's name: `cities-sync`; a sub-command's is that of its executable.
  static var toolName: String { get }

  /// Every option and operand the tool takes, those of its groups included, in the order of the
  /// help.
  static var declarations: [OptionDeclaration] { get }

  /// What the section `shared` of the configuration file may hold: the options that mean the same
  /// in all tools, whether this one takes them or not.
  static var sharedOptions: [OptionDeclaration] { get }

  /// Further names for declared options, without dashes: `["H": "header"]`.
  static var optionAliases: [String: String] { get }

  /// What to say, by an option's name, where a value of it is not taken: for letters that people
  /// know otherwise.
  static var optionHints: [String: String] { get }

  /// The sub-commands; the first word chooses, and only that type is parsed.
  static var subtools: [any ParsableTool.Type] { get }

  /// The sub-command of a name; nil for none. To make the types of all of them takes
  /// longer than a small run.
  static func subtool(_ name: String) -> (any ParsableTool.Type)?

  /// What a shell offers for the value of an option or for an operand, where the tool or the
  /// options that are given say otherwise than its declaration; nil where they do not.
  static func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion?

  /// The values that options have where nothing gives them, by name: those of a preset.
  ///
  /// - Parameter given: the value that an option is given, by its name; nil for none.
  static func impliedValues(given: (String) -> String?) -> [String: String]

  /// The group of the options that every tool has.
  var common: CommonOptions { get }

  /// Does the work; all output is flushed when it returns.
  ///
  /// - Throws: `UsageError` for what only a look at all options together can tell, before any
  ///   work: the tool ends with its status, 2 as a rule.
  func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus
}

extension ParsableTool {
  package static var optionAliases: [String: String] { [:] }
  package static var optionHints: [String: String] { [:] }
  package static var subtools: [any ParsableTool.Type] { [] }

  package static func values(
    of option: OptionDeclaration, given: Set<String>
  ) -> ValueCompletion? { nil }

  package static func impliedValues(given: (String) -> String?) -> [String: String] { [:] }

  package static func subtool(_ name: String) -> (any ParsableTool.Type)? {
    subtools.first { $0._commandName == name }
  }

  /// What is typed to call it, a sub-command's own name included: `yelp-query search`.
  static var calledName: String {
    guard let name = configuration._superCommandName else { return toolName }
    return "\(name) \(_commandName)"
  }
}
