internal import WirelineCore

/// What `--error-if` finds in an answer with a status that says all is well.
enum ReportedError {
  /// More of a message than this many characters is cut off.
  static let maximumLength = 1000

  /// The members in which services keep the text of an error, most telling first.
  private static let names = ["message", "description", "error"]

  /// The text of an error value; nil for values that mean "no error": `null`, `false`, 0 and what
  /// is empty.
  static func message(_ value: JSONView) -> String? {
    guard isError(value) else { return nil }
    let text = text(of: value)
    return text.count > maximumLength ? String(text.prefix(maximumLength)) + "…" : text
  }

  private static func isError(_ value: JSONView) -> Bool {
    switch value.type {
    case .null: false
    case .boolean: value.boolean == true
    // `"error_code": 0` is how many a service says that all is well.
    case .number: value.double != 0
    case .string: value.raw.count > 2
    case .array, .object: !value.isEmpty
    }
  }

  /// The text in the value, or in the member or first element that tells it.
  private static func text(of value: JSONView) -> String {
    var value = value
    // A service may nest them (`{"error":{"message":…}}`); an answer may not make this long.
    for _ in 0..<4 {
      guard let inner = inner(of: value) else { break }
      value = inner
    }
    return value.string ?? compact(value)
  }

  private static func inner(of value: JSONView) -> JSONView? {
    switch value.type {
    case .object: names.lazy.compactMap { value[$0] }.first(where: isError)
    case .array: value.firstElement
    default: nil
    }
  }

  private static func compact(_ value: JSONView) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONView {
  /// Whether an array or object has nothing in it.
  fileprivate var isEmpty: Bool {
    !raw.dropFirst().dropLast().contains { !JSONByte.isSpace($0) }
  }

  fileprivate var firstElement: JSONView? {
    var first: JSONView?
    visitChildren { child, _ in
      first = view(of: child.value)
      return false
    }
    return first
  }
}
