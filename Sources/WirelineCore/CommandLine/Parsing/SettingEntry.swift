package struct SettingEntry: Sendable {
  let option: OptionDeclaration
  let value: SettingValue
  let origin: SettingOrigin

  var occurrences: [GivenArguments.Occurrence] {
    if option.isOperand { return [] }
    let given = GivenArguments.Occurrence(option: option, origin: origin)
    switch value {
    case .flag(true): return [given]
    case .flag(false):
      if option.inverse == nil { return [] }
      return [GivenArguments.Occurrence(option: option, isInverse: true, origin: origin)]
    case .count(let count): return Array(repeating: given, count: count)
    case .words(let words):
      return words.map { GivenArguments.Occurrence(option: option, value: $0, origin: origin) }
    }
  }

  var operands: [GivenArguments.Operand] {
    guard option.isOperand, case .words(let words) = value else { return [] }
    return words.map { GivenArguments.Operand(text: $0, origin: origin) }
  }
}

enum SettingValue: Equatable, Sendable {
  case flag(Bool)
  case count(Int)
  case words([String])

  static let largestCount = 9
}

/// The options that variables and the configuration file may name.
package struct KnownOptions: Sendable {
  let own: [OptionDeclaration]
  let shared: [OptionDeclaration]

  func others(than own: [OptionDeclaration]) -> [OptionDeclaration] {
    let names = Set(own.map(\.name))
    return shared.filter { !names.contains($0.name) }
  }
}
