/// Finished records on their way to stdout, in the form that was asked for.
package struct OutputFormatter: Sendable {
  /// What became of a record.
  package enum Outcome: Equatable, Sendable {
    /// It was taken.
    case printed
    /// It is an error record, for which a table has no columns: the text is for stderr.
    case failure(line: Int?, message: String)
  }

  private enum Form: Sendable {
    case untouched
    case members(MemberSelection)
    case rows(RowFormatter)
    case view(ViewFormatter)
  }

  private var form: Form

  /// - Parameters:
  ///   - format: not `auto`.
  ///   - fields: what the user wants to see; empty is all.
  ///   - columns: the tool's own choice for a table; empty is the members of the first record.
  ///   - width: of the terminal, in columns; nil where there is none.
  package init(
    _ format: OutputFormat, fields: [FieldPath], columns: [String], width: Int? = nil
  ) {
    self.init(format, fields: fields, view: .columns(columns), width: width, isColored: false)
  }

  /// - Parameters:
  ///   - format: not `auto`.
  ///   - fields: what the user wants to see, in the place of the view; empty is all.
  ///   - view: how the tool shows its records to people.
  ///   - width: of the terminal, in columns; nil where there is none.
  ///   - isColored: whether a view may use colours.
  package init(
    _ format: OutputFormat, fields: [FieldPath], view: RecordView, width: Int?, isColored: Bool
  ) {
    let wanted = fields.isEmpty ? view.fields.map(FieldPath.init) : fields
    switch format {
    case .automatic, .jsonLines:
      form = fields.isEmpty ? .untouched : .members(MemberSelection(fields))
    case .table:
      if fields.isEmpty, let view = ViewFormatter(view, width: width, isColored: isColored) {
        form = .view(view)
      } else {
        form = .rows(RowFormatter(wanted, .table(TableLayout(width: width))))
      }
    case .tabSeparated: form = .rows(RowFormatter(wanted, .tabSeparated))
    case .commaSeparated: form = .rows(RowFormatter(wanted, .commaSeparated))
    }
  }

  /// Records are printed as they are: there is no need to call `append`.
  package var isUntouched: Bool {
    if case .untouched = form { true } else { false }
  }

  /// Takes one record, with its line feed or without.
  ///
  /// - Parameter output: what can be printed now is added to it; a table waits for some rows.
  package mutating func append(_ record: [UInt8], to output: inout [UInt8]) -> Outcome {
    switch form {
    case .untouched:
      output += record
      if record.last != JSONByte.lineFeed { output.append(JSONByte.lineFeed) }
      return .printed
    case .members(let selection): return selection.append(record, to: &output)
    case .rows(var rows):
      // Taken out while it is changed: two references would copy its rows.
      form = .untouched
      defer { form = .rows(rows) }
      return rows.append(record, to: &output)
    case .view(var view):
      form = .untouched
      defer { form = .view(view) }
      return view.append(record, to: &output)
    }
  }

  /// Prints what waits, because no more will come for a while, or at all.
  package mutating func flush(to output: inout [UInt8]) {
    switch form {
    case .untouched, .members: break
    case .rows(var rows):
      form = .untouched
      rows.flush(to: &output)
      form = .rows(rows)
    case .view(var view):
      form = .untouched
      view.flush(to: &output)
      form = .view(view)
    }
  }
}
