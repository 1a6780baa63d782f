package import ArgumentParser

extension OptionDeclaration {
  /// The option's names for ArgumentParser.
  fileprivate var specification: NameSpecification {
    guard let short else { return .customLong(name) }
    return [.customShort(short, allowingJoined: takesValue), .customLong(name)]
  }

  fileprivate var argumentHelp: ArgumentHelp {
    let text = defaultText.map { "\(help) (default: \($0))" } ?? help
    return ArgumentHelp(stringLiteral: text).named(valueName)
  }

  private var takesValue: Bool { valueName != nil }
}

extension ArgumentHelp {
  fileprivate func named(_ valueName: String?) -> ArgumentHelp {
    var help = self
    help.valueName = valueName
    return help
  }
}

extension Option {
  /// An option with one value; absent is nil, so that a default can be told from a given value.
  package init<T: ArgumentValue>(_ declaration: OptionDeclaration) where Value == T? {
    self.init(
      name: declaration.specification, parsing: .unconditional, help: declaration.argumentHelp,
      transform: T.read)
  }

  /// An option that may be given several times; absent is empty.
  package init<T: ArgumentValue>(_ declaration: OptionDeclaration) where Value == [T] {
    self.init(
      wrappedValue: [], name: declaration.specification, parsing: .unconditionalSingleValue,
      help: declaration.argumentHelp, transform: T.read)
  }
}

extension Flag {
  /// `--name` and `--no-name`; absent is nil.
  package init(_ declaration: OptionDeclaration) where Value == Bool? {
    self.init(
      name: declaration.specification, inversion: .prefixedNo, exclusivity: .chooseLast,
      help: declaration.argumentHelp)
  }

  /// A flag that only the command line can set.
  package init(_ declaration: OptionDeclaration) where Value == Bool {
    self.init(
      wrappedValue: false, name: declaration.specification, help: declaration.argumentHelp)
  }

  /// A flag that is counted.
  package init(_ declaration: OptionDeclaration) where Value == Int {
    self.init(name: declaration.specification, help: declaration.argumentHelp)
  }
}

extension Argument {
  /// One operand; absent is nil.
  package init<T: ArgumentValue>(_ declaration: OptionDeclaration) where Value == T? {
    self.init(
      help: declaration.argumentHelp.named(declaration.name), transform: T.read)
  }

  /// All operands that are left; absent is empty.
  package init<T: ArgumentValue>(_ declaration: OptionDeclaration) where Value == [T] {
    self.init(
      wrappedValue: [], parsing: .remaining, help: declaration.argumentHelp.named(declaration.name),
      transform: T.read)
  }
}
