/// A finished record, looked at once more before it is printed.
package enum PrintedRecord {
  /// The record, if it is an object.
  static func parse(_ record: [UInt8]) -> JSONView? {
    do throws(JSONSyntaxError) {
      let view = try JSONView.parse(record)
      return view.type == .object ? view : nil
    } catch {
      return nil
    }
  }

  /// An error record of any tool.
  static func isError(_ record: JSONView) -> Bool { record["error"]?["code"]?.type == .string }

  /// What an error record says to people.
  static func failure(_ record: JSONView) -> OutputFormatter.Outcome {
    let error = record["error"]
    let message = error?["message"]?.string ?? error?["code"]?.string ?? "unknown error"
    guard let line = record["line"]?.integer else {
      let item = record["url"]?.string ?? record["input"]?.string ?? ""
      let isNamed = item.isEmpty || message.contains(item)
      return .failure(line: nil, message: isNamed ? message : "\"\(item)\": \(message)")
    }
    return .failure(line: line, message: message)
  }

  /// A value as a cell has it: a string's text, nothing for null, JSON for what has parts.
  static func text(of value: JSONView?) -> String {
    guard let value, value.type != .null else { return "" }
    return value.string ?? String(decoding: value.raw, as: UTF8.self)
  }
}
