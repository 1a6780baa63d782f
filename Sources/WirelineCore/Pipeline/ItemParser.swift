/// Parses lines into items, error records to pass through, and error records for invalid lines.
package struct ItemParser: Sendable {
  package enum Parsed: Sendable {
    case item(InputItem)
    /// An error record of any tool, to be passed through unchanged.
    case passThrough([UInt8])
    case fault(ErrorRecord)
    /// A number of lines that belong to another run.
    case foreign(Int)
  }

  private let tool: String
  private let names: JSONNames
  /// The positions in `names` of the fields of `Own`, and of those to copy: a tool may read some of
  /// them itself.
  private let ownPlaces: [Int]
  private let copyPlaces: [Int]
  private let copy: [String]
  private let retried: RetriedErrors
  private let prefix: ReferencePrefix?
  private let takesPlainText: Bool
  private let lineLimit: Int
  private let form: InputForm

  private enum Own: Int, CaseIterable { case id, ref, error, input, offset, url }

  private static let ownNames = MemberNames.checked(
    [
      "id", "ref", "error", "input", "offset", "url",
    ], Own.allCases)

  /// - Parameters:
  ///   - names: the fields that the tool reads; they are the indices of `InputItem.object`.
  ///   - takesPlainText: whether a line that does not begin with `{` is an item.
  package init(
    tool: String, names: [String], options: PipeOptions, takesPlainText: Bool = false
  ) {
    self.tool = tool
    let own = Self.ownNames
    let all = names + own + options.copy
    self.names = JSONNames(all)
    ownPlaces = own.map { all.firstIndex(of: $0) ?? 0 }
    copyPlaces = options.copy.map { all.firstIndex(of: $0) ?? 0 }
    copy = options.copy
    retried = options.retried
    prefix = options.referencePrefix
    lineLimit = options.maximumLineBytes
    self.takesPlainText = takesPlainText
    form = options.form
  }

  /// Nil for blank lines and comments.
  package func parse(_ line: InputLine) -> Parsed? {
    guard let owns = form.owns else { return parsed(line) }
    switch parsed(line) {
    case nil: return nil
    case .item(let item)?: return .item(item)
    case let other?: return owns(line.number) ? other : .foreign(1)
    }
  }

  private func parsed(_ line: InputLine) -> Parsed? {
    if line.length > lineLimit {
      let fault = RecordFault.tooLong(length: line.length, limit: lineLimit)
      return .fault(record(fault, line.number, line.isTooLong ? nil : line.bytes))
    }
    guard let first = line.bytes.first(where: { !Self.isSpace($0) }) else { return nil }
    if form.hasComments, first == UInt8(ascii: "#") { return nil }
    if takesPlainText, first != 0x7B { return plain(line.bytes, line.number) }
    return parse(line.bytes, line.number, outer: nil)
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
      return .fault(record(.syntax("the line is not UTF-8"), number, bytes))
    }
    var item = InputItem(
      line: number, bytes: bytes, object: nil,
      ref: outer.flatMap(retriedRef) ?? numbered(number))
    if form.hasStrings, bytes.first(where: { !Self.isSpace($0) }) == UInt8(ascii: "\"") {
      do throws(JSONSyntaxError) {
        item.content = try JSONView.parse(bytes).string
      } catch {
        return .fault(record(.syntax("not a JSON string: \(error)"), number, bytes))
      }
    }
    return .item(item)
  }

  private func parse(_ bytes: [UInt8], _ number: Int, outer: JSONObject?) -> Parsed {
    let object: JSONObject
    do throws(JSONSyntaxError) {
      object = try JSONObject(bytes, names: names)
    } catch {
      return .fault(record(.syntax(Self.message(error)), number, bytes))
    }
    if outer == nil, let error = own(object, .error), error.type == .object {
      return errorRecord(object, error, bytes, number)
    }
    return .item(
      InputItem(
        line: number, bytes: bytes, object: object, ref: ref(object, outer, number),
        copied: copied(object)))
  }

  /// Passes an error record through, unless it is this tool's and is to be retried.
  private func errorRecord(
    _ object: JSONObject, _ error: JSONView, _ bytes: [UInt8], _ number: Int
  ) -> Parsed {
    guard isWantedAgain(error), let input = own(object, .input) else { return .passThrough(bytes) }
    let text = input.unescapedBytes ?? Array(input.raw)
    // A plain line may be valid JSON, such as a postcode.
    let isObject =
      input.type == .string
      ? text.first(where: { !Self.isSpace($0) }) == 0x7B : input.type == .object
    let isPlain = takesPlainText && !isObject
    let parsed =
      isPlain ? plain(text, number, outer: object) : parse(text, number, outer: object)
    guard case .item(var item) = parsed else { return parsed }
    item.offset = own(object, .offset)?.integer
    item.failedURL = own(object, .url)?.string
    return .item(item)
  }

  private func isWantedAgain(_ error: JSONView) -> Bool {
    // Most runs retry none, and need not look into the record.
    guard retried != .none, error["tool"]?.string == tool else { return false }
    let code = error["code"]?.string.flatMap { ErrorCode(rawValue: $0) }
    return code.map { retried.contains($0) } ?? (retried == .all)
  }

  private func ref(_ object: JSONObject, _ outer: JSONObject?, _ number: Int) -> [UInt8] {
    if let view = own(object, .id) ?? own(object, .ref) { return prefixed(view.raw) }
    return outer.flatMap(retriedRef) ?? numbered(number)
  }

  /// The ref of an error record, for an input without its own; nil if it has none.
  private func retriedRef(_ outer: JSONObject) -> [UInt8]? {
    guard let view = own(outer, .id) ?? own(outer, .ref) else { return nil }
    // Strings already have the prefix: for such an input, only the option makes strings.
    return view.type == .string ? Array(view.raw) : prefixed(view.raw)
  }

  private func numbered(_ number: Int) -> [UInt8] {
    let digits = Self.digits(number)
    return prefix?.applied(to: digits[...]) ?? digits
  }

  private func prefixed(_ value: ArraySlice<UInt8>) -> [UInt8] {
    prefix?.applied(to: value) ?? Array(value)
  }

  private func own(_ object: JSONObject, _ name: Own) -> JSONView? {
    object[ownPlaces[name.rawValue]].flatMap { $0.type == .null ? nil : $0 }
  }

  private func copied(_ object: JSONObject) -> [InputItem.CopiedField] {
    if copy.isEmpty { return [] }
    return zip(copy, copyPlaces).compactMap { name, place in
      object[place].map { InputItem.CopiedField(name: name, value: $0.raw) }
    }
  }

  private func record(_ fault: RecordFault, _ number: Int, _ bytes: [UInt8]?) -> ErrorRecord {
    var record = ErrorRecord(code: ErrorCode(fault), message: fault.description, tool: tool)
    record.ref = numbered(number)
    record.line = number
    record.input = bytes
    return record
  }

  private static func message(_ error: JSONSyntaxError) -> String {
    "not a JSON object: \(error)"
  }

  private static func digits(_ number: Int) -> [UInt8] {
    var digits: [UInt8] = []
    JSONDigits.append(UInt64(number.magnitude), isNegative: number < 0, to: &digits)
    return digits
  }

  /// Most lines are ASCII, which is faster to check.
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
  }
}

/// The settings of a pipe.
package struct PipeOptions: Sendable {
  /// The largest number of items in work or waiting to be written.
  package var window = 1000
  /// Whether records are written in the order of the input.
  package var isOrdered = true
  package var maximumLineBytes = 64 << 20
  /// More failures than this end the run; nil for no limit.
  package var failureLimit: Int?
  package var retried = RetriedErrors.none
  /// Input fields to copy into the output records.
  package var copy: [String] = []
  /// The prefix of every `ref`; nil leaves them unchanged.
  package var referencePrefix: ReferencePrefix?
  package var form = InputForm()

  package init() {}
}

/// The accepted forms of input beside JSON lines and plain lines.
package struct InputForm: Sendable {
  /// The separator of items: a line feed, or NUL as written by `find -print0`.
  package var separator: UInt8 = 0x0A
  /// Whether plain lines that begin with `#` are comments.
  package var hasComments = false
  /// Whether a line may be a JSON string, whose content is then a plain line.
  package var hasStrings = false
  /// Whether this run reports a line that is not an item; nil for all lines.
  package var owns: (@Sendable (Int) -> Bool)?
  /// Whether a line certainly belongs to another run, decided before parsing. Nil leaves all lines
  /// to the parser.
  package var isForeign: (@Sendable (RawLine) -> Bool)?
  /// Creates the decoder of gzip input; nil reads input unchanged.
  package var makeUnpacker: (@Sendable () -> any InputUnpacker)?

  package init() {}
}

/// `--ref-prefix`: makes each `ref` a JSON string that begins with the prefix.
///
/// With the prefix `a-`, 7 becomes `"a-7"` and `"x"` becomes `"a-x"`. Values of other types
/// contribute their JSON text.
package struct ReferencePrefix: Sendable, Equatable {
  private let start: [UInt8]

  package init(_ text: String) {
    start = Self.quoted(Array(text.utf8)).dropLast()
  }

  /// - Parameter value: the item's `id`, `ref` or line number, as JSON.
  package func applied(to value: ArraySlice<UInt8>) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    // The content of a string is kept escape for escape.
    return start + (value.first == quote ? Array(value) : Self.quoted(Array(value))).dropFirst()
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    text.withUnsafeBytes { JSONQuoting.append($0, to: &output) }
    return output
  }
}
