/// How a tool's records are shown to people.
///
/// Used for `--format table`, and for `auto` on a terminal. For `tsv` and `csv` it only names the
/// fields. `--fields` replaces it.
package enum RecordView: Sendable {
  /// A column per field; empty for a tool without a table.
  case columns([String])
  /// A row per record.
  case table(TableView)
  /// Some lines per record, separated by an empty line.
  case blocks(BlockView)

  var fields: [String] {
    switch self {
    case .columns(let columns): columns
    case .table(let table): table.fields
    case .blocks(let blocks): blocks.fields
    }
  }

  /// Adds columns with plain fields; a view without columns has all of them already.
  package func adding(_ names: [String], first: [String] = []) -> RecordView {
    let new = names.filter { !self.fields.contains($0) }
    if self.fields.isEmpty { return self }
    let fields = first + self.fields + new
    switch self {
    case .columns: return .columns(fields)
    case .table(let table):
      return .table(
        TableView(
          titles: first + table.titles + new, fields: fields,
          optional: table.optional.map { $0 + first.count }
        ) { record throws(RecordViewError) in
          let cells = try table.cells(record)
          return first.map { TableView.cell(record[$0]) } + cells
            + new.map { TableView.cell(record[$0]) }
        })
    case .blocks(let blocks): return .blocks(BlockView(fields: fields, lines: blocks.lines))
    }
  }

  /// Whether `auto` may use it on a terminal.
  var isForPeople: Bool {
    if case .columns(let columns) = self { !columns.isEmpty } else { true }
  }
}

/// Records as rows under titles.
package struct TableView: Sendable {
  package let titles: [String]
  package let fields: [String]
  /// The column that is left out if the terminal is too narrow for all columns.
  let optional: Int?
  /// The cells of a record, one per title.
  package let cells: @Sendable (JSONView) throws(RecordViewError) -> [StyledText]

  package init(
    titles: [String], fields: [String], optional: Int? = nil,
    cells: @escaping @Sendable (JSONView) throws(RecordViewError) -> [StyledText]
  ) {
    self.titles = titles
    self.fields = fields
    self.optional = optional
    self.cells = cells
  }

  /// A column per field, the last of which is optional.
  package init(optionalLast fields: [String]) {
    self.init(titles: fields, fields: fields, optional: fields.count - 1) { record in
      fields.map { Self.cell(record[$0]) }
    }
  }

  fileprivate static func cell(_ value: JSONView?) -> StyledText {
    StyledText(PrintedRecord.text(of: value))
  }
}

/// Records as blocks of lines.
package struct BlockView: Sendable {
  package let fields: [String]
  /// The lines of a record, for a width in columns; unbreakable lines may be wider.
  package let lines: @Sendable (JSONView, Int) throws(RecordViewError) -> [StyledText]

  package init(
    fields: [String],
    lines: @escaping @Sendable (JSONView, Int) throws(RecordViewError) -> [StyledText]
  ) {
    self.fields = fields
    self.lines = lines
  }
}

/// The reason why a view cannot show a record.
package struct RecordViewError: Error, Equatable, Sendable {
  /// Such as `at "/rating": expected a number, found string`.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// Functions on finished records.
package enum PrintedRecord {
  package enum Outcome: Equatable, Sendable {
    case printed
    /// An error record, which a table cannot show; the message is for stderr.
    case failure(line: Int?, message: String)
  }

  static func parse(_ record: [UInt8]) -> JSONView? {
    do throws(JSONSyntaxError) {
      let view = try JSONView.parse(record)
      return view.type == .object ? view : nil
    } catch {
      return nil
    }
  }

  /// Whether only a message can describe the record. A response whose status fails is shown like
  /// other responses.
  static func isError(_ record: JSONView) -> Bool {
    record["error"]?["code"]?.type == .string && record["status"] == nil
  }

  static func isCancelled(_ line: ArraySlice<UInt8>) -> Bool {
    parse(Array(line))?["error"]?["code"]?.string == ErrorCode.cancelled.rawValue
  }

  static func failure(_ record: JSONView) -> Outcome {
    let error = record["error"]
    let message = error?["message"]?.string ?? error?["code"]?.string ?? "unknown error"
    guard let line = record["line"]?.integer else {
      let item = record["url"]?.string ?? record["input"]?.string ?? ""
      let isNamed = item.isEmpty || message.contains(item)
      return .failure(line: nil, message: isNamed ? message : "\"\(item)\": \(message)")
    }
    return .failure(line: line, message: message)
  }

  /// The text of a cell: a string's content, empty for null, JSON for arrays and objects.
  package static func text(of value: JSONView?) -> String {
    guard let value, value.type != .null else { return "" }
    return value.string ?? String(decoding: value.raw, as: UTF8.self)
  }
}

/// The path of a field in a record.
///
/// `name`, `error.code`, `redirects.0.url`, or a JSON Pointer (RFC 6901) `/error/code`. A field
/// whose name contains a dot takes precedence over the path.
package struct FieldPath: Equatable, Sendable {
  /// The path as given, which is the column's title and the field's name.
  package let text: String
  private let parts: [String]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The first name of the path.
  var first: String {
    let rest = text.hasPrefix("/") ? text.dropFirst().split(separator: "/").first : nil
    return rest.map(String.init) ?? parts.first ?? text
  }

  func value(in record: FieldLookup) -> JSONView? {
    if text.hasPrefix("/") { return record.view.pointer(text) }
    if let value = record[text] { return value }
    guard parts.count > 1, let first = record[parts[0]] else { return nil }
    var view = first
    for part in parts.dropFirst() {
      guard let next = view.child(part) else { return nil }
      view = next
    }
    return view
  }
}

/// The fields of a record, for lookups by several columns. There may be tens of thousands of both.
struct FieldLookup {
  let view: JSONView
  /// Nil if each column scans the record.
  private let table: [String: JSONView]?

  /// Up to this number of columns, scanning costs less than a table.
  private static let fewColumns = 16

  init(_ view: JSONView, count: Int) {
    self.view = view
    table =
      count <= Self.fewColumns
      ? nil
      : Dictionary(view.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  subscript(name: String) -> JSONView? { table.map { $0[name] } ?? view[name] }
}

/// The fields of `--fields` that no record had so far.
struct FieldUsage: Sendable {
  private let fields: [FieldPath]
  /// The positions in `fields`.
  private var unseen: Set<Int>
  private var last: JSONView?

  init(_ fields: [FieldPath]) {
    self.fields = fields
    unseen = Set(fields.indices)
  }

  mutating func note(_ values: [JSONView?], of record: JSONView) {
    if unseen.isEmpty { return }
    last = record
    unseen = unseen.filter { values[$0] == nil }
  }

  var missing: (fields: [FieldPath], known: [String]) {
    guard let last else { return ([], []) }
    return (unseen.sorted().map { fields[$0] }, last.fields.map(\.key))
  }
}
