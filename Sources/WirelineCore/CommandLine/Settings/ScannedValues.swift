internal import Synchronization

/// What was given, for the fast way from words to a tool's properties.
///
/// ArgumentParser needs 50 µs an option, because it finds every type by its name at run time; that
/// is more than a whole indexed query takes. So the words, which have been taken apart already, are
/// put into the properties directly. Whenever that does not come out even (an unknown word, a value
/// that is not taken, a type or name of which nothing is known here), ArgumentParser does it all
/// again, and finds the words for what is wrong.
final class ScannedValues: Sendable {
  /// The fast way does not lead there.
  struct DeadEnd: Error {}

  private struct State: Sendable {
    var given: [ArgumentScan.Occurrence]
    var operands: ArraySlice<String>
  }

  // A lock only because coding keys, which carry this along, have to be Sendable.
  private let state: Mutex<State>

  init(_ given: [ArgumentScan.Occurrence], operands: [String]) {
    state = Mutex(State(given: given, operands: operands[...]))
  }

  /// Everything has found its property.
  var isUsedUp: Bool { state.withLock { $0.given.isEmpty && $0.operands.isEmpty } }

  /// What was given for the option behind a property: `perHost` is `--per-host`.
  func take(property: String) -> [ArgumentScan.Occurrence] {
    if state.withLock({ $0.given.isEmpty }) { return [] }
    let name = Self.optionName(property)
    return take { $0.option.name == name }
  }

  func take(where isWanted: (ArgumentScan.Occurrence) -> Bool) -> [ArgumentScan.Occurrence] {
    state.withLock { state in
      let wanted = state.given.filter(isWanted)
      if !wanted.isEmpty { state.given.removeAll(where: isWanted) }
      return wanted
    }
  }

  func takeOperand() -> String? { state.withLock { $0.operands.popFirst() } }

  func takeOperands() -> [String] {
    state.withLock { state in
      defer { state.operands = [] }
      return Array(state.operands)
    }
  }

  /// `perHost` is `per-host`, and `baseURL` `base-url`.
  static func optionName(_ property: String) -> String {
    var name = ""
    var isInCapitals = true
    for scalar in property.unicodeScalars {
      let isCapital = scalar.properties.isUppercase
      if isCapital, !isInCapitals { name += "-" }
      name += scalar.properties.lowercaseMapping
      isInCapitals = isCapital
    }
    return name
  }
}
