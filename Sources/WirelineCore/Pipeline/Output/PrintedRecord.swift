/// Functions that read finished records, which are about to be printed.
package enum PrintedRecord {
  package enum Outcome: Equatable, Sendable {
    case printed
    /// An error record, which a table cannot show; the message is for stderr.
    case failure(line: Int?, message: String)
  }

  static func parse(_ record: [UInt8]) -> JSONView? {
    (try? JSONView.parse(record)).flatMap { $0.type == .object ? $0 : nil }
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
      let isNamed = item.isEmpty || message.contains(text: item)
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
