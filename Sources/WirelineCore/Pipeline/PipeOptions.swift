/// The settings of a pipe.
package struct PipeOptions: Sendable {
  package var window = 1000
  package var isOrdered = true
  package var maximumLineBytes = 64 << 20
  /// The run ends after more failures; nil for no limit.
  package var failureLimit: Int?
  package var retried = ErrorsToRetry.none
  package var copy: [String] = []
  /// The prefix of every `ref`; nil leaves them unchanged.
  package var referencePrefix: ReferencePrefix?
  package var form = InputForm()
}

/// The accepted forms of input beside JSON lines and plain lines.
package struct InputForm: Sendable {
  /// The separator of items: a line feed, or NUL as written by `find -print0`.
  package var separator = JSONByte.lineFeed
  /// Whether plain lines that begin with `#` are comments.
  package var hasComments = false
  /// Whether plain lines may be numbers, for items that are identified by one.
  package var acceptsNumbers = false
  /// For `auto`, that of the options.
  package var format = InputFormat.auto
  /// The columns of which a table must have one; empty for no requirement.
  package var tableColumns: [String] = []
  /// The columns of a table whose numbers are strings; nil for all.
  package var textColumns: [String]?
  /// The columns that a table must have. Without a format, the input is then a table or JSON Lines;
  /// nil for other input.
  package var requiredColumns: [String]?
  /// Whether the input consists of response records. One whose status fails is also an error
  /// record, and is an item anyway.
  package var consistsOfResponses = false
  /// Whether `--retry-errors` refers to a journal, so that the input is the original list. Without
  /// a journal the input is the output of a run, and records without an error pass through.
  package var isOriginalList = false
  /// Whether this run reports a line, given by its number, that is not an item; nil for all lines.
  package var reportsInvalidLine: (@Sendable (Int) -> Bool)?
  /// The columns of tables whose rows would be taken for plain text. Input that begins with their
  /// header is refused.
  package var columns: [String] = []
  /// Whether a word among the columns may be an item, such as the beginning of a city's name.
  package var acceptsColumnNames = false
  /// Whether plain lines are URLs, so that any other line with several cells begins a table.
  package var hasURLs = false
  /// Describes why the first line is refused, for tools with their own check; nil accepts it.
  package var refusal: (@Sendable (_ line: [UInt8]) -> String?)?
  /// Creates the decoder of compressed input; nil reads input unchanged.
  package var makeInputDecoder: (@Sendable () -> any InputDecoder)?

  package init() {}

  /// Whether rows of a table are converted; a row with too many cells is a JSON array.
  var isTable: Bool { format.separator != nil || requiredColumns != nil && format == .auto }

  /// A decoder of the input; nil for input that is read unchanged.
  ///
  /// - Parameter maximumRowBytes: of a table.
  func inputDecoder(maximumRowBytes: Int) -> (any InputDecoder)? {
    guard isTable else { return makeInputDecoder?() }
    return TableInput(
      CompressedInput(.lines), separator: format.separator, columns: tableColumns,
      texts: textColumns, required: requiredColumns ?? [], maximumRowBytes: maximumRowBytes)
  }

  /// Describes a first line that begins a table; nil for any other line.
  func table(_ line: [UInt8]) -> String? {
    if columns.isEmpty && !hasURLs || format == .lines
      || (try? JSONView.parse(line))?.type == .string
    {
      return nil
    }
    let text = String(decoding: line, as: UTF8.self).lowercased()
    let separator: Character = ["\t", ",", ";"].first { text.contains($0) } ?? ","
    let cells = text.split(separator: separator, omittingEmptySubsequences: false)
      .map { $0.filter { $0 != "\"" }.trimmingSpaces }
    let areWords = cells.allSatisfy { cell in
      !cell.isEmpty && cell.allSatisfy { $0.isLetter || $0.isNumber || " _-()".contains($0) }
    }
    let isSpaced = text.contains(text: "\(separator) ")
    let isTable =
      hasURLs
      ? isRow(text, cells, areWords: areWords && cells.count > 1 && !isSpaced)
      : areWords && isHeader(cells, isSpaced: isSpaced)
    guard isTable else { return nil }
    return "the input is a table; use --input-format \(separator == "\t" ? "tsv" : "csv")"
      + ", or lines for plain text"
  }

  /// A header has two known columns, or one without spaces around it, or begins with one that is
  /// not a place: `name,city`, `shop,city` and `city` are headers, `Paris, France` and `ID, USA`
  /// are not.
  private func isHeader(_ cells: [String], isSpaced: Bool) -> Bool {
    let known = cells.filter(columns.contains)
    guard let first = known.first else { return false }
    return known.count > 1
      || !acceptsColumnNames
        && (first == cells[0] && !Self.placeColumns.contains(first) || !isSpaced)
  }

  /// A row has a tab, a known column, a URL after another cell or in quotes, or only words. Commas
  /// and semicolons also occur in URLs, and comments and records have any text.
  private func isRow(_ text: String, _ cells: [String], areWords: Bool) -> Bool {
    guard let first = text.trimmingSpaces.first, !"#{[".contains(first) else { return false }
    if text.contains("\t") { return true }
    let beginsWithURL = cells[0].contains(text: "://") && (first != "\"" || cells.count == 1)
    return !beginsWithURL
      && (areWords || cells.contains { columns.contains($0) || $0.contains(text: "://") })
  }

  /// Columns whose names are also the beginning of places, such as Idaho.
  private static let placeColumns: Set = ["city", "country", "id", "place", "state"]
}

/// `--ref-prefix`: makes each `ref` a JSON string that begins with the prefix.
///
/// With the prefix `a-`, 7 becomes `"a-7"` and `"x"` becomes `"a-x"`. Values of other types
/// are inserted as JSON text.
package struct ReferencePrefix: Sendable, Equatable {
  private let start: [UInt8]

  package init(_ text: String) {
    start = Self.quoted(Array(text.utf8)).dropLast()
  }

  /// - Parameter value: the item's `id`, `ref` or line number, as JSON.
  package func applied(to value: ArraySlice<UInt8>) -> [UInt8] {
    // The content of a string keeps its escapes.
    start
      + (value.first == JSONByte.quote ? Array(value) : Self.quoted(Array(value))).dropFirst()
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    text.withUnsafeBytes { JSONQuoting.append($0, to: &output) }
    return output
  }
}
