/// Parses lines into items, error records to pass through, and error records for invalid lines.
package struct ItemParser: Sendable {
  package enum Parsed: Sendable {
    case item(InputItem)
    case passThrough([UInt8])
    indirect case invalid(ErrorRecord)
    /// A line that is not an item, which another shard reports.
    case otherShard
  }

  private struct CommonFields {
    let id, ref, line, error, status, input, offset, url: Int
  }

  private let tool: String
  private let names: JSONNames
  private let fields: CommonFields
  private let copied: [(name: String, index: Int)]
  private let retried: ErrorsToRetry
  private let prefix: ReferencePrefix?
  private let acceptsPlainText: Bool
  private let lineLimit: Int
  private let form: InputForm

  /// - Parameters:
  ///   - names: the fields that the tool reads; their positions are the indices of
  ///     `InputItem.object`.
  ///   - acceptsPlainText: whether a line that does not begin with `{` is an item: a JSON string,
  ///     which stands for its value, or any text but other JSON values.
  package init(
    tool: String, names: [String], options: PipeOptions, acceptsPlainText: Bool = false
  ) {
    self.tool = tool
    let common = ["id", "ref", "line", "error", "status", "input", "offset", "url"]
    let all = names + common + options.copy
    let index = { (name: String) in all.firstIndex(of: name) ?? 0 }
    self.names = JSONNames(all)
    fields = CommonFields(
      id: index("id"), ref: index("ref"), line: index("line"), error: index("error"),
      status: index("status"), input: index("input"), offset: index("offset"), url: index("url"))
    copied = options.copy.map { ($0, index($0)) }
    retried = options.retried
    prefix = options.referencePrefix
    lineLimit = options.maximumLineBytes
    self.acceptsPlainText = acceptsPlainText
    form = options.form
  }

  /// Parses a line. Returns nil for a blank line or a comment.
  package func parse(_ line: InputLine) -> Parsed? {
    let parsed = parseAny(line)
    guard let reportsInvalidLine = form.reportsInvalidLine, let parsed else { return parsed }
    if case .item = parsed { return parsed }
    return reportsInvalidLine(line.number) ? parsed : .otherShard
  }

  private func parseAny(_ line: InputLine) -> Parsed? {
    if line.length > lineLimit {
      let error = InputRecordError.tooLong(length: line.length, limit: lineLimit)
      return .invalid(
        record(of: error, line: line.number, input: line.isTooLong ? nil : line.bytes))
    }
    guard let first = Self.firstNonSpace(in: line.bytes) else { return nil }
    if form.hasComments, first == UInt8(ascii: "#") { return nil }
    return acceptsPlainText && first != JSONByte.openBrace
      ? plain(line.bytes, line.number) : parse(line.bytes, line.number, outer: nil)
  }

  /// An operand, which is never a record.
  package func operand(_ text: String, number: Int) -> Parsed {
    .item(
      InputItem(
        line: number, isOperand: true, bytes: Array(text.utf8), object: nil,
        ref: numbered(number)))
  }

  private func plain(_ bytes: [UInt8], _ number: Int, outer: JSONObject? = nil) -> Parsed {
    guard Self.isUTF8(bytes) else {
      return .invalid(record(of: .syntax("the line is not UTF-8"), line: number, input: bytes))
    }
    var content: String?
    // The input of an error record without a line was an operand.
    let isOperand = outer.map { $0[present: fields.line] == nil } ?? false
    let first = isOperand ? nil : Self.firstNonSpace(in: bytes)
    if let type = otherValue(bytes, first) {
      let hint = type == .array ? "; jq -c '.[]' prints its elements, one per line" : ""
      return .invalid(
        record(
          of: .syntax("expected an object or text, found \(type)\(hint)"), line: number,
          input: bytes))
    }
    if first == JSONByte.quote {
      do throws(JSONSyntaxError) {
        content = try JSONView.parse(bytes).string
      } catch {
        return .invalid(
          record(of: .syntax("not a JSON string: \(error)"), line: number, input: bytes))
      }
    }
    return .item(
      InputItem(
        line: number, bytes: bytes, object: nil, ref: outer.flatMap(retriedRef) ?? numbered(number),
        content: content))
  }

  /// The type of a line that is an array, a number or a literal.
  private func otherValue(_ bytes: [UInt8], _ first: UInt8?) -> JSONType? {
    switch first.flatMap({ JSONByte.type(startingWith: $0) }) {
    case .array: return .array
    case .number where form.acceptsNumbers: return nil
    case .number, .boolean, .null: return (try? JSONView.parse(bytes))?.type
    default: return nil
    }
  }

  private func parse(_ bytes: [UInt8], _ number: Int, outer: JSONObject?) -> Parsed {
    let object: JSONObject
    do throws(JSONSyntaxError) {
      object = try JSONObject(bytes, names: names)
    } catch {
      let reason =
        form.isTable && Self.firstNonSpace(in: bytes) == JSONByte.openBracket
        ? "the row has more cells than the header: quote cells that contain the separator"
        : "not a JSON object: \(error)"
      return .invalid(record(of: .syntax(reason), line: number, input: bytes))
    }
    if outer == nil {
      if let error = object[present: fields.error], error.type == .object {
        if !form.consistsOfResponses || object[present: fields.status] == nil {
          return retried(object, error: error, line: number, bytes: bytes)
        }
      } else if retried != .none, !form.isOriginalList {
        return .passThrough(bytes)
      }
    }
    let copied = copied.compactMap { name, index in
      object[index].map { InputItem.CopiedField(name: name, value: $0.raw) }
    }
    return .item(
      InputItem(
        line: number, bytes: bytes, object: object, ref: ref(of: object, in: outer, line: number),
        copied: copied))
  }

  private func retried(
    _ object: JSONObject, error: JSONView, line number: Int, bytes: [UInt8]
  ) -> Parsed {
    guard isRetried(error), let input = object[present: fields.input]?.unescapedBytes else {
      return .passThrough(bytes)
    }
    let parsed =
      acceptsPlainText && Self.firstNonSpace(in: input) != JSONByte.openBrace
      ? plain(input, number, outer: object) : parse(input, number, outer: object)
    guard case .item(var item) = parsed else { return parsed }
    item.offset = object[present: fields.offset]?.integer
    item.failedURL = object[present: fields.url]?.string
    return .item(item)
  }

  private func isRetried(_ error: JSONView) -> Bool {
    // Most runs retry none, and need not search the record.
    retried != .none && error["tool"]?.string == tool && retried.contains(error)
  }

  private func ref(of object: JSONObject, in outer: JSONObject?, line number: Int) -> [UInt8] {
    if let view = identifier(object) { return prefixed(view.raw) }
    return outer.flatMap(retriedRef) ?? numbered(number)
  }

  /// The ref of an error record, for an input that does not contain its own.
  private func retriedRef(_ outer: JSONObject) -> [UInt8]? {
    guard let view = identifier(outer) else { return nil }
    // Such an input was numbered, and only the prefix turns a number into a string.
    return view.type == .string ? Array(view.raw) : prefixed(view.raw)
  }

  private func identifier(_ object: JSONObject) -> JSONView? {
    object[present: fields.id] ?? object[present: fields.ref]
  }

  private func numbered(_ number: Int) -> [UInt8] {
    var writer = JSONWriter()
    writer.number(number)
    return prefix?.applied(to: writer.bytes[...]) ?? writer.bytes
  }

  private func prefixed(_ value: ArraySlice<UInt8>) -> [UInt8] {
    prefix?.applied(to: value) ?? Array(value)
  }

  private func record(
    of error: InputRecordError, line number: Int, input bytes: [UInt8]?
  ) -> ErrorRecord {
    var record = ErrorRecord(code: ErrorCode(error), message: error.description, tool: tool)
    record.ref = numbered(number)
    record.line = number
    record.input = bytes
    return record
  }

  /// Most lines are ASCII, which is faster to check.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  private static func firstNonSpace(in bytes: [UInt8]) -> UInt8? {
    bytes.first { !JSONByte.isSpace($0) }
  }
}

extension JSONObject {
  subscript(present index: Int) -> JSONView? {
    self[index].flatMap { $0.type == .null ? nil : $0 }
  }
}
