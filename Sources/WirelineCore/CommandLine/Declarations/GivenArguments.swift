/// The options and operands from the command line, the environment and the configuration file, in
/// ascending precedence.
struct GivenArguments: Sendable {
  struct Occurrence: Sendable {
    let option: OptionDeclaration
    var isInverse = false
    /// The value; nil for a flag, or if the value is missing.
    var value: String?
    /// The variable or file that sets the option; nil for the command line.
    var origin: SettingOrigin?

    var name: String { isInverse ? option.inverse ?? option.name : option.name }
  }

  struct Operand: Sendable {
    let text: String
    /// The variable or file that contains the operand; nil for the command line.
    var origin: SettingOrigin?
  }

  var occurrences: [Occurrence] = []
  var operands: [Operand] = []
  var hints: [String: String] = [:]
  var usageHint: String?
}

/// The origin of a value, other than the command line.
enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
  case variable(String)
  /// The line counts from 1.
  case file(path: String, line: Int, key: String)

  var description: String {
    switch self {
    case .variable(let name): "environment variable \(name)"
    case .file(let path, let line, let key): "\(path): line \(line): key \"\(key)\""
    }
  }

  var isVariable: Bool {
    if case .variable = self { true } else { false }
  }

  var name: String { isVariable ? "environment" : "config" }
}
