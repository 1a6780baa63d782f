internal import Synchronization

/// Binds arguments to the options of a command while the command is initialized.
///
/// If an option is given, a first pass without arguments collects the declarations, which the
/// scanner needs. The last pass assigns the values. The initializers of `@Option` and `@Flag`
/// properties find the pass in a task-local value, because a property wrapper does not know its
/// command.
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

  var section: String { state.withLock { $0.section } }

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

  /// Declares an option, and returns its occurrences.
  func occurrences(of option: OptionDeclaration) -> [GivenArguments.Occurrence] {
    state.withLock { $0.declarations.append(option) }
    // Most are absent; filtering an empty array allocates nothing.
    return arguments.occurrences.filter { $0.option.name == option.name }
  }

  /// Declares an option or operand, and parses its values.
  ///
  /// A loop, because `compactMap` to an array of a generic type looks up its conformances at
  /// every start.
  func values<T: ArgumentValue>(of option: OptionDeclaration) -> [T] {
    var values: [T] = []
    for word in words(of: option) {
      if let value: T = parse(word, for: option) { values.append(value) }
    }
    return values
  }

  /// Declares an option or operand, and parses its last value.
  func value<T: ArgumentValue>(of option: OptionDeclaration) -> T? {
    var last: T?
    for word in words(of: option) {
      if let value: T = parse(word, for: option) { last = value }
    }
    return last
  }

  static func inSection<T>(_ section: String, _ make: () -> T) -> T {
    guard let current else { return make() }
    let outer = current.section
    current.state.withLock { $0.section = section }
    defer { current.state.withLock { $0.section = outer } }
    return make()
  }

  private func words(of option: OptionDeclaration) -> [GivenArguments.Operand] {
    guard option.isOperand else {
      return occurrences(of: option).compactMap { occurrence in
        occurrence.value.map { GivenArguments.Operand(text: $0, origin: occurrence.origin) }
      }
    }
    return state.withLock { state in
      state.declarations.append(option)
      let count = option.form == .operand ? 1 : state.operands.count
      defer { state.operands = state.operands.dropFirst(count) }
      return Array(state.operands.prefix(count))
    }
  }

  /// Parses a value. Records an error and returns nil if the value is invalid.
  private func parse<T: ArgumentValue>(
    _ word: GivenArguments.Operand, for option: OptionDeclaration
  ) -> T? {
    do throws(InvalidArgument) {
      return try T(parsing: word.text)
    } catch {
      let quoted = option.masking == nil ? " \"\(word.text)\"" : ""
      let error =
        if let origin = word.origin {
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
