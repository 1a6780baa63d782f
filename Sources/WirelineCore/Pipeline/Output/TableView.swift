/// Records as rows under titles.
package struct TableView: Sendable {
  package let titles: [String]
  /// What `tsv` and `csv` have.
  package let fields: [String]
  /// A record's cells, one for each title.
  package let cells: @Sendable (JSONView) throws(RecordViewFault) -> [StyledText]

  package init(
    titles: [String], fields: [String],
    cells: @escaping @Sendable (JSONView) throws(RecordViewFault) -> [StyledText]
  ) {
    self.titles = titles
    self.fields = fields
    self.cells = cells
  }
}
