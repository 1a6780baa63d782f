/// The declaration of one option or operand, used by parsing, environment variables, the
/// configuration file, help, completion and `--print-config`.
///
/// Created by the property wrappers `Option`, `Flag` and `Operand`. A class, so that a wrapper
/// holds a single pointer.
package final class OptionDeclaration: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    case flag(inverse: String?)
    case count
    /// `--name value`; the last one wins. The payload is the placeholder in the help.
    case value(String)
    /// `--name` or `--name=value`; a bare `--name` means `bare`.
    case optionalValue(String, bare: String)
    case list(String)
    case operand
    case operands
  }

  /// Determines the variable and the section of the configuration file.
  package enum Scope: Equatable, Sendable {
    /// Shared by all tools: `WIRELINE_TIMEOUT`, section `shared`.
    case shared
    /// Specific to the tool: `WIRELINE_CITIES_SYNC_SOURCE`, section `cities-sync`.
    case own
  }

  /// Replaces the secrets in a value.
  package typealias Masking = @Sendable (String) -> String

  package let name: String
  package let form: Form
  package let scope: Scope
  package let short: Character?
  /// Another name on the command line, which the help does not show. The alias of a flag with an
  /// inverse is a name of the inverse.
  let alias: String?
  /// One capitalized line without a full stop and without the default.
  package let help: String
  /// Whether a variable or the configuration file can set it. Options that select an action, such
  /// as `--print-config`, are accepted on the command line only.
  package let isConfigurable: Bool
  /// Masks the secrets in the value; nil if it contains none.
  let masking: Masking?
  let overridden: [String]
  let section: String
  private let makeDefault: (@Sendable () -> String?)?
  private let ownValues: ValueCompletion?

  package init(
    _ name: String, _ form: Form, help: String,
    default makeDefault: (@Sendable () -> String?)? = nil, short: Character? = nil,
    alias: String? = nil, scope: Scope = .own, isConfigurable: Bool = true, masking: Masking? = nil,
    values: ValueCompletion? = nil, overriding overridden: [String] = [], section: String = ""
  ) {
    self.name = name
    self.form = form
    self.scope = scope
    self.short = short
    self.alias = alias
    self.help = help
    self.makeDefault = makeDefault
    self.isConfigurable = isConfigurable
    self.masking = masking
    self.overridden = overridden
    self.section = section
    ownValues = values
  }

  package var defaultText: String? { makeDefault?() }

  /// Returns the value with its secrets masked.
  func shown(_ value: String) -> String { masking?(value) ?? value }

  var fullHelp: String { defaultText.map { "\(help) (default: \($0))" } ?? help }

  /// The key in the configuration file: `per_host`.
  package var key: String { name.replacing(text: "-", with: "_") }

  /// The environment variables, the first one set has precedence: `WIRELINE_REQ_PER_HOST`, and
  /// for an option of all tools also `WIRELINE_PER_HOST`.
  package func variables(tool: String) -> [String] {
    let prefixes =
      [Self.variablePrefix(tool: tool)] + (scope == .shared ? [Self.variablePrefix] : [])
    return prefixes.map { $0 + name.uppercased().replacing(text: "-", with: "_") }
  }

  static let variablePrefix = "WIRELINE_"

  static func variablePrefix(tool: String) -> String {
    variablePrefix + tool.uppercased().replacing(text: "-", with: "_") + "_"
  }

  /// The placeholder in the help; nil if the option does not take a value.
  var valueName: String? {
    switch form {
    case .value(let name), .optionalValue(let name, _), .list(let name): name
    case .flag, .count, .operand, .operands: nil
    }
  }

  var values: ValueCompletion {
    if let ownValues { return ownValues }
    return switch valueName {
    case "file": .files
    case "directory": .directories
    case "command": .commands
    default: .nothing
    }
  }

  var title: String { isOperand ? "<\(name)>" : "--\(name)" }

  package var isOperand: Bool { form == .operand || form == .operands }

  package var inverse: String? {
    guard case .flag(let inverse) = form else { return nil }
    return inverse
  }

  /// Option names are unique within a command.
  package static func == (one: OptionDeclaration, other: OptionDeclaration) -> Bool {
    one.name == other.name
  }
}
