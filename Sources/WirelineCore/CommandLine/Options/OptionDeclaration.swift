/// One option or operand, as its tool declares it: the one place for its name, form, help and
/// default. ArgumentParser's properties, the environment, the configuration file and
/// `--print-config` all go by it.
package struct OptionDeclaration: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// `--name` is true; `inverse` is the option that makes it false again.
    case flag(inverse: String?)
    /// Counts how often it is given.
    case count
    /// `--name value`, the last counts; the name of the value is for help.
    case value(String)
    /// `--name` or `--name=value`; without a value it means `bare`.
    case optionalValue(String, bare: String)
    /// `--name value`, any number of times.
    case list(String)
    /// One word that is no option.
    case operand
    /// All further words that are no options.
    case operands
  }

  /// Whose the option is, which decides the name of its variable and its section in the file.
  package enum Scope: Equatable, Sendable {
    /// Means the same in all tools: `WIRELINE_TIMEOUT`, section `shared`.
    case shared
    /// The tool's own: `WIRELINE_CITIES_SYNC_SOURCE`, section `cities-sync`.
    case own
  }

  /// What of a value must not be shown.
  package enum Secret: Equatable, Sendable {
    case none
    /// The value of a header field that is in `Secrets.headerNames`.
    case header
    /// The password in a URL.
    case password
  }

  /// Without its dashes: `per-host`.
  package let name: String
  package let form: Form
  package let scope: Scope
  package let short: Character?
  /// One line, lower case, no full stop; without the default.
  package private(set) var help: String
  /// The default as it could be typed; nil where there is none.
  package private(set) var defaultText: String?
  /// Whether a variable or the file can set it; jobs such as `--print-config` are only flags.
  package let isConfigurable: Bool
  package let secret: Secret
  /// The names of options that have no effect beside this one: where it is given, what a lower
  /// origin says of them counts for nothing.
  private(set) var excluded: [String] = []
  /// What a shell offers for the value, where the value's name does not tell.
  private let ownValues: ValueCompletion?

  package init(
    _ name: String, _ form: Form, _ help: String, default defaultText: String? = nil,
    short: Character? = nil, scope: Scope = .own, isConfigurable: Bool = true,
    secret: Secret = .none, values: ValueCompletion? = nil
  ) {
    self.name = name
    self.form = form
    self.scope = scope
    self.short = short
    self.help = help
    self.defaultText = defaultText
    self.isConfigurable = isConfigurable
    self.secret = secret
    ownValues = values
  }

  /// The same option with another default.
  package func withDefault(_ text: String?) -> OptionDeclaration {
    var option = self
    option.defaultText = text
    return option
  }

  /// The same option as another tool has it.
  package func withHelp(_ text: String) -> OptionDeclaration {
    var option = self
    option.help = text
    return option
  }

  /// The same option where it goes before others that a lower origin sets.
  package func excluding(_ names: String...) -> OptionDeclaration {
    var option = self
    option.excluded = names
    return option
  }

  /// `per_host`: the key in the configuration file.
  package var key: String { name.replacing("-", by: "_") }

  /// `WIRELINE_PER_HOST`, or `WIRELINE_CITIES_SYNC_SOURCE` for one of a tool's own.
  package func variable(tool: String) -> String {
    (scope == .shared ? Self.variablePrefix : Self.variablePrefix(tool: tool))
      + name.uppercased().replacing("-", by: "_")
  }

  /// What the names of all our variables begin with.
  static let variablePrefix = "WIRELINE_"

  /// What those of one tool's own options begin with.
  static func variablePrefix(tool: String) -> String {
    variablePrefix + tool.uppercased().replacing("-", by: "_") + "_"
  }

  /// What the value is called in the help; nil where there is none.
  var valueName: String? {
    switch form {
    case .value(let name), .optionalValue(let name, _), .list(let name): name
    case .flag, .count, .operand, .operands: nil
    }
  }

  /// What a shell offers for the value.
  var values: ValueCompletion {
    if let ownValues { return ownValues }
    return switch valueName {
    case "file": .files
    case "directory": .directories
    case "command": .commands
    default: .nothing
    }
  }

  /// For messages: `--per-host`.
  var title: String { isOperand ? "an operand" : "--\(name)" }

  package var isOperand: Bool { form == .operand || form == .operands }

  /// What else is on the command line for it: `--no-summary`.
  package var inverse: String? {
    guard case .flag(let inverse) = form else { return nil }
    return inverse
  }
}

extension String {
  /// The text with one ASCII character in another's place.
  fileprivate func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar == old ? new : scalar) }
    return String(scalars)
  }
}
