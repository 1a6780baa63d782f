@testable import WirelineCore

/// Prints records with a view.
enum ViewSample {
  static func printed(
    _ view: RecordView, width: Int? = nil, isColored: Bool = false, _ records: [String]
  ) -> String {
    var formatter = OutputFormatter(
      .table, fields: [], view: view, width: width, isColored: isColored)
    var output: [UInt8] = []
    for record in records { _ = formatter.append(Array(record.utf8), to: &output) }
    formatter.flush(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The message on stderr for a record that the view cannot show.
  static func message(_ view: RecordView, _ record: String) -> String? {
    var formatter = OutputFormatter(.table, fields: [], view: view, width: nil, isColored: false)
    var output: [UInt8] = []
    let outcome = formatter.append(Array(record.utf8), to: &output)
    guard case .failure(_, let message) = outcome, output.isEmpty else { return nil }
    return message
  }
}
