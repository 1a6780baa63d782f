/// The declaration of one option or operand. Parsing, environment variables, the configuration
/// file, help, completion and `--print-config` all use it.
///
/// The property wrappers `Option`, `Flag` and `Operand` create declarations. A class, so that a
/// wrapper holds a single pointer.
package final class OptionDeclaration: Sendable {
  package enum Form: Equatable, Sendable {
    /// `--name` is true; `inverse` is the option that makes it false again.
    case flag(inverse: String?)
    /// Counts how often it is given.
    case count
    /// `--name value`; the last one counts. The name of the value is for help.
    case value(String)
    /// `--name` or `--name=value`; without a value it means `bare`.
    case optionalValue(String, bare: String)
    /// `--name value`, any number of times.
    case list(String)
    /// One operand.
    case operand
    /// All further operands.
    case operands
  }

  /// Decides the name of the variable and the section of the configuration file.
  package enum Scope: Equatable, Sendable {
    /// Means the same in all tools: `WIRELINE_TIMEOUT`, section `shared`.
    case shared
    /// Specific to the tool: `WIRELINE_CITIES_SYNC_SOURCE`, section `cities-sync`.
    case own
  }

  /// The secret part of a value.
  package enum Secret: Equatable, Sendable {
    case none
    /// The value of a header field that is in `Secrets.headerNames`.
    case header
    /// The password in a URL.
    case password
  }

  /// The name without dashes: `per-host`.
  package let name: String
  package let form: Form
  package let scope: Scope
  package let short: Character?
  /// One line without a full stop and without the default.
  package let help: String
  /// Whether a variable or the configuration file can set it. Options that choose a job, such as
  /// `--print-config`, are for the command line only.
  package let isConfigurable: Bool
  package let secret: Secret
  /// Options that this one overrides: where it is given, their values of lower origins are ignored.
  let overridden: [String]
  /// The heading that the option has in the help.
  let section: String
  private let makeDefault: (@Sendable () -> String?)?
  private let ownValues: ValueCompletion?

  package init(
    _ name: String, _ form: Form, _ help: String,
    default makeDefault: (@Sendable () -> String?)? = nil, short: Character? = nil,
    scope: Scope = .own, isConfigurable: Bool = true, secret: Secret = .none,
    values: ValueCompletion? = nil, overriding overridden: [String] = [], section: String = ""
  ) {
    self.name = name
    self.form = form
    self.scope = scope
    self.short = short
    self.help = help
    self.makeDefault = makeDefault
    self.isConfigurable = isConfigurable
    self.secret = secret
    self.overridden = overridden
    self.section = section
    ownValues = values
  }

  /// The default as a user would type it; nil if there is none.
  package var defaultText: String? { makeDefault?() }

  /// The help with the default.
  var fullHelp: String { defaultText.map { "\(help) (default: \($0))" } ?? help }

  /// The key in the configuration file: `per_host`.
  package var key: String { name.replacing("-", by: "_") }

  /// `WIRELINE_PER_HOST`, or `WIRELINE_CITIES_SYNC_SOURCE` for an option of one tool.
  package func variable(tool: String) -> String {
    (scope == .shared ? Self.variablePrefix : Self.variablePrefix(tool: tool))
      + name.uppercased().replacing("-", by: "_")
  }

  /// The prefix of all variables.
  static let variablePrefix = "WIRELINE_"

  /// The prefix of the variables of one tool.
  static func variablePrefix(tool: String) -> String {
    variablePrefix + tool.uppercased().replacing("-", by: "_") + "_"
  }

  /// The name of the value in the help; nil if the option takes no value.
  var valueName: String? {
    switch form {
    case .value(let name), .optionalValue(let name, _), .list(let name): name
    case .flag, .count, .operand, .operands: nil
    }
  }

  /// The words that a shell offers for the value.
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

  /// The name of the opposite option: `no-summary`.
  package var inverse: String? {
    guard case .flag(let inverse) = form else { return nil }
    return inverse
  }
}

/// The names of a command's options are distinct.
extension OptionDeclaration: Equatable {
  package static func == (one: OptionDeclaration, other: OptionDeclaration) -> Bool {
    one.name == other.name
  }
}

extension String {
  /// Replaces one ASCII character by another.
  fileprivate func replacing(_ old: Unicode.Scalar, by new: Unicode.Scalar) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(scalar == old ? new : scalar) }
    return String(scalars)
  }
}
