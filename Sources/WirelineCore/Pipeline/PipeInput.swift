internal import Glibc

/// Where a pipe's items come from.
package enum PipeInput: Sendable {
  /// Lines of a descriptor, to its end.
  case descriptor(Int32)
  /// Words of the command line; the nth counts as line n.
  case operands([String])
  /// The one item that the options describe; it counts as line 1.
  case options

  /// Operands if there are any, else lines of stdin.
  package init(operands: [String], context: ToolContext) {
    self =
      operands.isEmpty
      ? .descriptor(context.streams.input.descriptor) : .operands(operands)
  }

  /// How much of a file has been read, 0…1; nil for what is none, and for a list
  /// of words.
  var fractionRead: Double? {
    guard case .descriptor(let descriptor) = self else { return nil }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0
    else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : min(1, Double(position) / Double(facts.st_size))
  }

  package var shape: ExitTally.Shape {
    switch self {
    case .descriptor: .stream
    case .options: .single
    case .operands(let words): ExitTally.Shape(operands: words.count, readsInput: false)
    }
  }
}

/// Items, one after the other. Read by one thread.
struct ItemSource: ~Copyable {
  private let parser: ItemParser
  /// Of the descriptor, if there is one.
  private var reader: LineReader
  private let hasReader: Bool
  private var operands: ArraySlice<String> = []
  private var number = 0
  private let isForeign: (@Sendable (RawLine) -> Bool)?
  /// A line that came behind lines of another run.
  private var pending: InputLine?

  init(
    _ input: PipeInput, _ parser: ItemParser, maximumLineBytes: Int, form: InputForm = InputForm()
  ) {
    self.parser = parser
    isForeign = form.isForeign
    var descriptor: Int32 = -1
    if case .descriptor(let given) = input { descriptor = given }
    hasReader = descriptor >= 0
    // A line over the limit is an error record, which holds what it refuses (`ItemParser`).
    reader = LineReader(
      descriptor: descriptor, maximumLineBytes: max(maximumLineBytes, ErrorInput.maximumBytes),
      separator: form.separator,
      unpacker: form.makeUnpacker?())
    switch input {
    case .descriptor: break
    case .operands(let words): operands = words[...]
    case .options: operands = [""]
    }
  }

  /// Whether `next` would block.
  var mustWait: Bool {
    hasReader && pending == nil && !reader.hasBufferedLine && !reader.inputIsReady()
  }

  /// The next one, if it comes in time; nil also at the end.
  mutating func next(within limit: Duration) throws(ReadError) -> ItemParser.Parsed? {
    if !hasReader || !operands.isEmpty { return try next() }
    let end = ContinuousClock.now + limit
    while reader.hasLine(until: end), let line = try reader.next() {
      if let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }

  /// Blank lines are skipped; nil at the end.
  mutating func next() throws(ReadError) -> ItemParser.Parsed? {
    if let operand = operands.popFirst() {
      number += 1
      return parser.operand(operand, number: number)
    }
    guard hasReader else { return nil }
    if let isForeign { return try next(skipping: isForeign) }
    while let line = try reader.next() {
      if let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }

  private mutating func next(
    skipping isForeign: (RawLine) -> Bool
  ) throws(ReadError) -> ItemParser.Parsed? {
    if let line = pending.take(), let parsed = parser.parse(line) { return parsed }
    while let (line, skipped) = try reader.next(skipping: isForeign) {
      if skipped > 0 {
        pending = line
        return .foreign(skipped)
      }
      if let line, let parsed = parser.parse(line) { return parsed }
    }
    return nil
  }
}
