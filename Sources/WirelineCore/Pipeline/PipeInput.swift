import Glibc

/// The source of a pipe's items.
package enum PipeInput: Sendable {
  case descriptor(Int32)
  /// Operands of the command line; operand n counts as line n.
  case operands([String])
  case options

  /// The operands, or the lines of stdin without operands or with `-`.
  package init(operands: [String], context: ToolContext) {
    self =
      operands.isEmpty || operands == ["-"]
      ? .descriptor(context.streams.input.descriptor) : .operands(operands)
  }

  /// The lines of a file, or with `-` of stdin.
  package init(file: String, context: ToolContext) throws(FileError) {
    if file == "-" {
      self.init(operands: [], context: context)
      return
    }
    let descriptor = try FileBytes.open(file)
    if FileAttributes(descriptor: descriptor)?.isDirectory == true {
      close(descriptor)
      throw FileError(path: file, operation: "read", code: EISDIR)
    }
    self = .descriptor(descriptor)
  }

  /// Whether the items are read, from stdin or a file.
  package var isRead: Bool { if case .descriptor = self { true } else { false } }

  /// The fraction of a file that was read, 0 to 1; nil for other input.
  var fractionRead: Double? {
    guard case .descriptor(let descriptor) = self else { return nil }
    guard let size = FileBytes.size(descriptor), size > 0 else { return nil }
    let position = lseek(descriptor, 0, SEEK_CUR)
    return position < 0 ? nil : min(1, Double(position) / Double(size))
  }

  package var shape: RunShape {
    switch self {
    case .descriptor: .stream
    case .options: .single
    case .operands(let words): words.count > 1 ? .stream : .single
    }
  }
}

/// Reads items. Used by one thread.
struct ItemSource: ~Copyable {
  private let parser: ItemParser
  private var reader: LineReader
  private let hasReader: Bool
  private var operands: ArraySlice<String> = []
  private var number = 0
  private let form: InputForm
  /// Whether any line so far was an item, a record or an error.
  private var hasBegun = false

  init(
    _ input: PipeInput, _ parser: ItemParser, maximumLineBytes: Int, form: InputForm = InputForm(),
    output: Int32
  ) {
    self.parser = parser
    self.form = form
    var descriptor: Int32 = -1
    switch input {
    case .descriptor(let given): descriptor = given
    case .operands(let words): operands = words[...]
    case .options: operands = [""]
    }
    hasReader = descriptor >= 0
    // `ItemParser` turns a line over the limit into an error record that contains the line.
    reader = LineReader(
      descriptor: descriptor,
      maximumLineBytes: max(maximumLineBytes, ErrorRecord.maximumInputBytes),
      separator: form.separator,
      unpacker: form.inputDecoder(maximumRowBytes: maximumLineBytes), output: output)
  }

  var isOutputClosed: Bool { reader.isOutputClosed }

  mutating func mustWait() -> Bool {
    hasReader && !reader.hasBufferedLine() && !reader.inputIsReady()
  }

  /// The next item, if it arrives in time; nil also at the end.
  mutating func next(within limit: Duration) throws(ReadError) -> ItemParser.Parsed? {
    let end = ContinuousClock.now + limit
    return try next { $0.hasLine(until: end) }
  }

  /// The next item; nil at the end, or if `hasLine` returns false.
  mutating func next(
    if hasLine: (inout LineReader) -> Bool = { _ in true }
  ) throws(ReadError) -> ItemParser.Parsed? {
    if let operand = operands.popFirst() {
      number += 1
      return parser.operand(operand, number: number)
    }
    guard hasReader else { return nil }
    while hasLine(&reader), let line = try reader.next() {
      if let parsed = try parse(line) { return parsed }
    }
    return nil
  }

  /// - Throws: if the input begins like a table, or like JSON that continues on the next line: each
  ///   line would be an error.
  private mutating func parse(_ line: InputLine) throws(ReadError) -> ItemParser.Parsed? {
    if !hasBegun,
      let detail = form.table(line.bytes) ?? form.refusal?(line.bytes)
        ?? Self.multilineJSON(line.bytes)
    {
      throw ReadError(detail: detail)
    }
    let parsed = parser.parse(line)
    if parsed != nil { hasBegun = true }
    return parsed
  }

  /// Describes the first line of indented JSON; nil for any other line.
  static func multilineJSON(_ line: [UInt8]) -> String? {
    let bytes = Array(line.lazy.filter { !JSONByte.isSpace($0) }.prefix(2))
    if bytes == [JSONByte.openBrace] {
      return "the input is JSON of several lines, not a record per line; convert it with jq -c ."
    }
    guard bytes.first == JSONByte.openBracket,
      bytes.count == 1 || [JSONByte.openBrace, JSONByte.quote].contains(bytes[1]),
      (try? JSONView.parse(line)) == nil
    else { return nil }
    return "the input is a JSON array, not a record per line; convert it with jq -c '.[]'"
  }
}
