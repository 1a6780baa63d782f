internal import Synchronization

/// Connects the options of a command with a command line while the command is initialised.
///
/// The first pass, without arguments, collects the declarations, by which the words are scanned.
/// The second pass gives each option its value.
final class OptionBinding: Sendable {
  @TaskLocal static var current: OptionBinding?

  private struct State {
    var declarations: [OptionDeclaration] = []
    var section = ""
    var operands: ArraySlice<GivenArguments.Operand>
    /// The first error, in the order of the arguments.
    var error: (position: Int, error: UsageError)?
  }

  private let arguments: GivenArguments
  private let state: Mutex<State>

  private init(_ arguments: GivenArguments) {
    self.arguments = arguments
    state = Mutex(State(operands: arguments.operands[...]))
  }

  /// The section of the help in which options are being declared.
  static var section: String { current?.state.withLock { $0.section } ?? "" }

  /// The options that `make` declares, in order, and its result without any values.
  static func declarations<T>(of make: () -> T) -> (T, [OptionDeclaration]) {
    let binding = OptionBinding(GivenArguments())
    let value = $current.withValue(binding, operation: make)
    return (value, binding.state.withLock { $0.declarations })
  }

  /// Initialises a command with the values that are given.
  ///
  /// - Throws: the first value that its option does not accept, or an operand too many.
  static func bind<T>(
    _ arguments: GivenArguments, _ make: () -> T
  ) throws(UsageError) -> T {
    let binding = OptionBinding(arguments)
    let value = $current.withValue(binding, operation: make)
    let (error, operands) = binding.state.withLock { ($0.error?.error, $0.operands) }
    if let error { throw error }
    if let operand = operands.first {
      throw UsageError("unexpected argument \"\(operand.text)\"", hint: arguments.usageHint)
    }
    return value
  }

  /// The occurrences of an option, lowest origin first.
  static func occurrences(of option: OptionDeclaration) -> [GivenArguments.Occurrence] {
    guard let current else { return [] }
    current.state.withLock { $0.declarations.append(option) }
    return current.arguments.occurrences.filter { $0.option.name == option.name }
  }

  /// The values of an option or operand.
  static func values<T: ArgumentValue>(of option: OptionDeclaration) -> [T] {
    guard let current else { return [] }
    if option.isOperand { return current.operands(of: option) }
    var values: [T] = []
    for occurrence in occurrences(of: option) {
      guard let text = occurrence.value else { continue }
      current.parse(text, for: option, occurrence.origin, at: occurrence.position).map {
        values.append($0)
      }
    }
    return values
  }

  static func inSection<T>(_ section: String, _ make: () -> T) -> T {
    guard let current else { return make() }
    let outer = section
    current.state.withLock { $0.section = section }
    defer { current.state.withLock { $0.section = outer } }
    return make()
  }

  private func operands<T: ArgumentValue>(of option: OptionDeclaration) -> [T] {
    let taken = state.withLock { state in
      state.declarations.append(option)
      let count = option.form == .operand ? 1 : state.operands.count
      defer { state.operands = state.operands.dropFirst(count) }
      return state.operands.prefix(count)
    }
    return taken.compactMap { parse($0.text, for: option, $0.origin, at: $0.position) }
  }

  /// - Returns: nil for a value that the type does not accept, which is recorded.
  private func parse<T: ArgumentValue>(
    _ text: String, for option: OptionDeclaration, _ origin: SettingOrigin?, at position: Int
  ) -> T? {
    do throws(InvalidArgument) {
      return try T(parsing: text)
    } catch {
      let quoted = option.secret == .none ? " \"\(text)\"" : ""
      let title = option.isOperand ? "<\(option.name)>" : "--\(option.name)"
      let error =
        if let origin {
          UsageError("\(origin): invalid value\(quoted): \(error.description)")
        } else {
          UsageError(
            "invalid value\(quoted) for \(title): \(error.description)",
            hint: arguments.hint(option))
        }
      state.withLock { state in
        if let first = state.error, first.position <= position { return }
        state.error = (position, error)
      }
      return nil
    }
  }
}
