/// Typed access to the members of an input record, with errors that name them.
package struct RecordFields {
  private let object: JSONObject
  private let names: [String]

  package init(_ object: JSONObject, names: [String]) {
    self.object = object
    self.names = names
  }

  /// The member, nil when absent or null.
  package func view(_ index: Int) -> JSONView? {
    object[index].flatMap { $0.type == .null ? nil : $0 }
  }

  package func string(_ index: Int) throws(RecordFault) -> String? {
    guard let view = view(index) else { return nil }
    guard let text = view.string else { throw fault(index, "a string", view) }
    return text
  }

  package func number(_ index: Int) throws(RecordFault) -> Double? {
    guard let view = view(index) else { return nil }
    guard let number = view.double, number.isFinite else { throw fault(index, "a number", view) }
    return number
  }

  /// A time in seconds above zero; at most a million days.
  package func seconds(_ index: Int) throws(RecordFault) -> Duration? {
    guard let number = try number(index) else { return nil }
    guard number > 0, number < 86_400e6 else {
      throw .invalid(field: names[index], reason: "expected seconds above 0")
    }
    return .nanoseconds(Int64(number * 1e9))
  }

  /// A whole number, 0 or more.
  package func count(_ index: Int) throws(RecordFault) -> Int? {
    guard let view = view(index) else { return nil }
    guard let number = view.integer, number >= 0 else {
      throw fault(index, "a whole number, 0 or more", view)
    }
    return number
  }

  /// `high`, `normal`, `low` or an integer; higher goes first.
  package func priority(_ index: Int) throws(RecordFault) -> Int? {
    guard let view = view(index) else { return nil }
    if let number = view.integer { return number }
    switch view.string {
    case "high": return 1
    case "normal": return 0
    case "low": return -1
    default: throw fault(index, "\"high\", \"normal\", \"low\" or an integer", view)
    }
  }

  private func fault(_ index: Int, _ expected: String, _ view: JSONView) -> RecordFault {
    .wrongType(field: names[index], expected: expected, found: view.shortText)
  }
}

extension JSONView {
  /// A string's text, or a number or boolean as it is written; nil for what
  /// holds other values, and for null.
  package var scalarText: String? {
    switch type {
    case .string: string
    case .number, .boolean: String(decoding: raw, as: UTF8.self)
    case .null, .array, .object: nil
    }
  }

  /// The type and, for a short scalar, the value: for messages.
  package var shortText: String {
    switch type {
    case .string, .number:
      raw.count <= 40 ? "\(type.rawValue) \(String(decoding: raw, as: UTF8.self))" : type.rawValue
    default: type.rawValue
    }
  }
}
