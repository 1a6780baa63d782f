// Options are declared once, as properties of a command or of a group of options:
//
//   @Option("rate", "n/time", "Maximum request rate, such as 10/s") var rate: Rate?
//
// While an `OptionBinding` is current, initializing such a property registers its declaration and
// takes its value from the command line, the environment or the configuration file. The projected
// value, `$rate`, is the declaration. Without a binding, as in a unit test, the property is absent.

/// An option that takes one value or several.
@propertyWrapper
package struct Option<Value: Sendable>: Sendable {
  package var wrappedValue: Value
  package let projectedValue: OptionDeclaration

  /// An option with one value; the last occurrence wins. An absent option is nil, so that callers
  /// can distinguish a default from a given value.
  ///
  /// - Parameters:
  ///   - valueName: the placeholder in the help.
  ///   - bare: the value of a bare `--name`, if the value is optional.
  ///   - defaultText: the default, for the help and `--print-config`.
  package init<T: ArgumentValue>(
    _ name: String, _ valueName: String, _ help: String, bare: String? = nil,
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    short: Character? = nil, alias: String? = nil, scope: OptionDeclaration.Scope = .own,
    isConfigurable: Bool = true, masking: OptionDeclaration.Masking? = nil,
    values: ValueCompletion? = nil, overriding: [String] = []
  ) where Value == T? {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, bare.map { .optionalValue(valueName, bare: $0) } ?? .value(valueName), help: help,
      default: defaultText, short: short, alias: alias, scope: scope,
      isConfigurable: isConfigurable, masking: masking, values: values, overriding: overriding,
      section: binding?.section ?? "")
    wrappedValue = binding?.value(of: projectedValue)
  }

  /// An option that can be repeated; empty if absent.
  package init<T: ArgumentValue>(
    _ name: String, _ valueName: String, _ help: String, short: Character? = nil,
    alias: String? = nil, scope: OptionDeclaration.Scope = .own, isConfigurable: Bool = true,
    masking: OptionDeclaration.Masking? = nil, values: ValueCompletion? = nil
  ) where Value == [T] {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .list(valueName), help: help, short: short, alias: alias, scope: scope,
      isConfigurable: isConfigurable, masking: masking, values: values,
      section: binding?.section ?? "")
    wrappedValue = binding?.values(of: projectedValue) ?? []
  }
}

/// An option that takes no value.
@propertyWrapper
package struct Flag<Value: Sendable>: Sendable {
  package var wrappedValue: Value
  package let projectedValue: OptionDeclaration

  /// A flag with an inverse; the last occurrence wins, and an absent flag is nil.
  ///
  /// - Parameter inverse: nil for `no-name`.
  package init(
    _ name: String, _ help: String, inverse: String? = nil,
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    short: Character? = nil, alias: String? = nil, scope: OptionDeclaration.Scope = .own,
    isConfigurable: Bool = true, overriding: [String] = []
  ) where Value == Bool? {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .flag(inverse: inverse ?? "no-\(name)"), help: help, default: defaultText, short: short,
      alias: alias, scope: scope, isConfigurable: isConfigurable, overriding: overriding,
      section: binding?.section ?? "")
    wrappedValue = binding?.occurrences(of: projectedValue).last.map { !$0.isInverse }
  }

  package init(
    _ name: String, _ help: String, short: Character? = nil, alias: String? = nil,
    scope: OptionDeclaration.Scope = .own, isConfigurable: Bool = false, overriding: [String] = []
  ) where Value == Bool {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .flag(inverse: nil), help: help, short: short, alias: alias, scope: scope,
      isConfigurable: isConfigurable, overriding: overriding, section: binding?.section ?? "")
    wrappedValue = binding?.occurrences(of: projectedValue).isEmpty == false
  }

  package init(
    _ name: String, _ help: String, short: Character?, scope: OptionDeclaration.Scope
  ) where Value == Int {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .count, help: help, short: short, scope: scope, section: binding?.section ?? "")
    wrappedValue = binding?.occurrences(of: projectedValue).count ?? 0
  }
}

/// One operand, or all remaining ones.
@propertyWrapper
package struct Operand<Value: Sendable>: Sendable {
  package var wrappedValue: Value
  package let projectedValue: OptionDeclaration

  package init<T: ArgumentValue>(
    _ name: String, _ help: String,
    default defaultText: @autoclosure @escaping @Sendable () -> String? = nil,
    isConfigurable: Bool = false, masking: OptionDeclaration.Masking? = nil,
    values: ValueCompletion? = nil
  ) where Value == T? {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .operand, help: help, default: defaultText, isConfigurable: isConfigurable,
      masking: masking, values: values, section: binding?.section ?? "")
    wrappedValue = binding?.value(of: projectedValue)
  }

  package init<T: ArgumentValue>(
    _ name: String, _ help: String, isConfigurable: Bool = false, values: ValueCompletion? = nil
  ) where Value == [T] {
    let binding = OptionBinding.current
    projectedValue = OptionDeclaration(
      name, .operands, help: help, isConfigurable: isConfigurable, values: values,
      section: binding?.section ?? "")
    wrappedValue = binding?.values(of: projectedValue) ?? []
  }
}

/// A group of options under one heading of the help.
@propertyWrapper
package struct OptionGroup<Group: Sendable>: Sendable {
  package var wrappedValue: Group

  package init(wrappedValue: @autoclosure () -> Group, _ section: String) {
    self.wrappedValue = OptionBinding.inSection(section, wrappedValue)
  }
}
