/// Records as blocks of lines.
package struct BlockView: Sendable {
  /// What `tsv` and `csv` have.
  package let fields: [String]
  /// A record's lines, fit for a width in columns; a line that cannot be broken may be wider.
  package let lines: @Sendable (JSONView, Int) throws(RecordViewFault) -> [StyledText]

  package init(
    fields: [String],
    lines: @escaping @Sendable (JSONView, Int) throws(RecordViewFault) -> [StyledText]
  ) {
    self.fields = fields
    self.lines = lines
  }
}
