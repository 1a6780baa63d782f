/// An option that a variable or the configuration file sets.
package struct SettingEntry: Sendable {
  let option: OptionDeclaration
  let value: SettingValue
  let origin: SettingOrigin

  /// The same as given on a command line; empty for operands.
  var occurrences: [GivenArguments.Occurrence] {
    if option.isOperand { return [] }
    let given = GivenArguments.Occurrence(option: option, origin: origin)
    switch value {
    case .isTrue: return [given]
    case .isFalse:
      if option.inverse == nil { return [] }
      return [GivenArguments.Occurrence(option: option, isInverse: true, origin: origin)]
    case .count(let count): return Array(repeating: given, count: count)
    case .words(let words):
      return words.map {
        GivenArguments.Occurrence(option: option, value: $0, origin: origin)
      }
    }
  }

  /// The words, if this is an operand.
  var operands: [GivenArguments.Operand] {
    guard option.isOperand, case .words(let words) = value else { return [] }
    return words.map { GivenArguments.Operand(text: $0, origin: origin) }
  }
}

/// The value of a setting before its option's type has parsed it.
enum SettingValue: Equatable, Sendable {
  case isTrue
  case isFalse
  /// How often a counted flag would be given.
  case count(Int)
  /// One word, or several for a list.
  case words([String])

  /// The largest `count`: more than enough for `-q` and `-v`.
  static let largestCount = 9
}

/// The options that the configuration file and variables may name.
package struct OptionFamily: Sendable {
  /// Every option of the tool, including those of its commands.
  let own: [OptionDeclaration]
  /// The options of the section `shared`, whether the tool has them or not.
  let shared: [OptionDeclaration]

  /// The shared options that a command does not have.
  func others(than own: [OptionDeclaration]) -> [OptionDeclaration] {
    let names = Set(own.map(\.name))
    return shared.filter { !names.contains($0.name) }
  }
}
