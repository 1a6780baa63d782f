/// An executable, or one of its commands.
package struct Command: Sendable {
  /// The executable: `yelp-query`.
  package let tool: String
  /// The word that selects the command: `search`; nil for the executable itself.
  package let name: String?
  package let abstract: String
  let operands: String
  let mainOptions: [String]
  /// The replacement to suggest for an unknown option, by its name or letter, and instead of an
  /// invalid value of a known one.
  let hints: [String: String]
  let substitute: OptionSubstitute.Lookup
  let subcommands: Subcommands
  let sharedOptions: @Sendable () -> [OptionDeclaration]
  let make: @Sendable () -> any ToolCommand

  /// The commands of an executable, created on demand.
  package struct Subcommands: Sendable {
    let names: [String]
    let command: @Sendable (String) -> Command?

    package init(_ names: [String], _ command: @escaping @Sendable (String) -> Command?) {
      self.names = names
      self.command = command
    }

    var all: [Command] { names.compactMap(command) }
  }

  package init(
    _ tool: String, name: String? = nil, abstract: String, operands: String,
    mainOptions: [String] = [], hints: [String: String] = [:],
    substitute: @escaping OptionSubstitute.Lookup = { _ in nil },
    subcommands: Subcommands = Subcommands([]) { _ in nil },
    sharedOptions: @escaping @Sendable () -> [OptionDeclaration] = { [] },
    _ make: @escaping @Sendable () -> any ToolCommand
  ) {
    self.tool = tool
    self.name = name
    self.abstract = abstract
    self.operands = operands
    self.mainOptions = mainOptions
    self.hints = hints
    self.substitute = substitute
    self.subcommands = subcommands
    self.sharedOptions = sharedOptions
    self.make = make
  }

  package var fullName: String { name.map { "\(tool) \($0)" } ?? tool }

  var declared: DeclaredCommand { DeclaredCommand(OptionBinding.declarations(of: make)) }

  package var options: [OptionDeclaration] { declared.options }

  /// The options that `make` declares.
  package static func options<T>(of make: () -> T) -> [OptionDeclaration] {
    OptionBinding.declarations(of: make).1
  }

  var knownOptions: KnownOptions { KnownOptions(own: scannedOptions, shared: sharedOptions()) }

  /// The options that may precede the name of a command, which rejects those of other commands.
  var scannedOptions: [OptionDeclaration] { options + subcommands.all.flatMap(\.options) }
}

/// A command without values, and its options. A class, because an optional structure would need
/// metadata at run time.
final class DeclaredCommand: Sendable {
  let tool: any ToolCommand
  let options: [OptionDeclaration]

  init(_ made: (any ToolCommand, [OptionDeclaration])) { (tool, options) = made }
}
