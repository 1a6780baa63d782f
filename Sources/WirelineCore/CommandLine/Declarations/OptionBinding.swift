internal import Synchronization

/// Binds arguments to the options of a command while the command is initialized.
///
/// The first pass has no arguments and collects the declarations, which the scanner needs. The
/// second pass assigns the values. The initializers of `@Option` and `@Flag` properties find the
/// pass in a task-local value, because a property wrapper does not know its command.
final class OptionBinding: Sendable {
  @TaskLocal static var current: OptionBinding?

  private struct State {
    var declarations: [OptionDeclaration] = []
    var section = ""
    var operands: ArraySlice<GivenArguments.Operand>
    var error: UsageError?
  }

  private let arguments: GivenArguments
  private let state: Mutex<State>

  private init(_ arguments: GivenArguments) {
    self.arguments = arguments
    state = Mutex(State(operands: arguments.operands[...]))
  }

  static var section: String { current?.state.withLock { $0.section } ?? "" }

  static func declarations<T>(of make: () -> T) -> (T, [OptionDeclaration]) {
    let binding = OptionBinding(GivenArguments())
    let value = $current.withValue(binding, operation: make)
    return (value, binding.state.withLock { $0.declarations })
  }

  /// Initializes a command with the given arguments.
  ///
  /// - Throws: for an invalid value, or for an unexpected operand.
  static func bind<T>(_ arguments: GivenArguments, _ make: () -> T) throws(UsageError) -> T {
    let binding = OptionBinding(arguments)
    let value = $current.withValue(binding, operation: make)
    let (error, operands) = binding.state.withLock { ($0.error, $0.operands) }
    if let error { throw error }
    if let operand = operands.first {
      throw UsageError("unexpected argument \"\(operand.text)\"", hint: arguments.usageHint)
    }
    return value
  }

  static func occurrences(of option: OptionDeclaration) -> [GivenArguments.Occurrence] {
    guard let current else { return [] }
    current.state.withLock { $0.declarations.append(option) }
    return current.arguments.occurrences.filter { $0.option.name == option.name }
  }

  static func values<T: ArgumentValue>(of option: OptionDeclaration) -> [T] {
    guard let current else { return [] }
    if option.isOperand { return current.operands(of: option) }
    return occurrences(of: option).compactMap { occurrence in
      occurrence.value.flatMap { current.parse($0, for: option, occurrence.origin) }
    }
  }

  static func inSection<T>(_ section: String, _ make: () -> T) -> T {
    guard let current else { return make() }
    let outer = section
    current.state.withLock { $0.section = section }
    defer { current.state.withLock { $0.section = outer } }
    return make()
  }

  private func operands<T: ArgumentValue>(of option: OptionDeclaration) -> [T] {
    let operands = state.withLock { state in
      state.declarations.append(option)
      let count = option.form == .operand ? 1 : state.operands.count
      defer { state.operands = state.operands.dropFirst(count) }
      return state.operands.prefix(count)
    }
    return operands.compactMap { parse($0.text, for: option, $0.origin) }
  }

  /// Parses a value. Records an error and returns nil if the value is invalid.
  private func parse<T: ArgumentValue>(
    _ text: String, for option: OptionDeclaration, _ origin: SettingOrigin?
  ) -> T? {
    do throws(InvalidArgument) {
      return try T(parsing: text)
    } catch {
      let quoted = option.masking == nil ? " \"\(text)\"" : ""
      let error =
        if let origin {
          UsageError("\(origin): invalid value\(quoted): \(error.description)")
        } else {
          UsageError(
            "invalid value\(quoted) for \(option.title): \(error.description)",
            hint: arguments.hints[option.name])
        }
      state.withLock { $0.error = $0.error ?? error }
      return nil
    }
  }
}
