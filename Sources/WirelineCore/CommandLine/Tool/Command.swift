/// An executable, or one command of it.
package struct Command: Sendable {
  /// The executable: `yelp-query`.
  package let tool: String
  /// The word that selects the command: `search`; nil for the executable itself.
  package let name: String?
  /// One sentence for the help.
  package let abstract: String
  /// The operands in the usage line: `[METHOD] URL [ITEM…]`.
  let operands: String
  /// The options on the page that `-h` prints, by name.
  let mainOptions: [String]
  /// Hints for values that are not accepted, by option name, where users expect another meaning.
  let hints: [String: String]
  /// The commands of the executable.
  let subcommands: Subcommands
  /// The options that the section `shared` of the configuration file may hold.
  let sharedOptions: @Sendable () -> [OptionDeclaration]
  let make: @Sendable () -> any ToolCommand

  /// The commands of an executable, created only when needed.
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
    self.subcommands = subcommands
    self.sharedOptions = sharedOptions
    self.make = make
  }

  /// The words that call it: `yelp-query search`.
  package var calledName: String { name.map { "\(tool) \($0)" } ?? tool }

  /// The command without any values, and the options it declares.
  var declared: (tool: any ToolCommand, options: [OptionDeclaration]) {
    OptionBinding.declarations(of: make)
  }

  /// The options it declares, in the order of the help.
  package var options: [OptionDeclaration] { declared.options }

  /// The options that `make` declares.
  package static func options<T>(of make: () -> T) -> [OptionDeclaration] {
    OptionBinding.declarations(of: make).1
  }

  /// Every option that the configuration file may set.
  var family: OptionFamily {
    OptionFamily(own: options + subcommands.all.flatMap(\.options), shared: sharedOptions())
  }
}
