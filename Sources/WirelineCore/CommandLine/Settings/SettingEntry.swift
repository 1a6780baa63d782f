/// An option that a variable or the configuration file sets.
package struct SettingEntry: Equatable, Sendable {
  let option: OptionDeclaration
  let value: SettingValue
  let origin: SettingOrigin

  /// What the command line would say instead; empty for operands.
  var occurrences: [ArgumentScan.Occurrence] {
    if option.isOperand { return [] }
    let given = ArgumentScan.Occurrence(option: option, isInverse: false, value: nil)
    switch value {
    case .isTrue: return [given]
    case .isFalse:
      return option.inverse == nil
        ? [] : [ArgumentScan.Occurrence(option: option, isInverse: true, value: nil)]
    case .count(let count): return Array(repeating: given, count: count)
    case .words(let words):
      return words.map { ArgumentScan.Occurrence(option: option, isInverse: false, value: $0) }
    }
  }

  /// The words, if this is an operand.
  var operands: [String] {
    if option.isOperand, case .words(let words) = value { words } else { [] }
  }

  /// The same as words of a command line.
  var arguments: [String] {
    option.isOperand ? ["--"] + operands : occurrences.flatMap(\.arguments)
  }
}
