/// The valid values of a field.
package indirect enum FieldRule: Sendable {
  /// A string that is not empty. Unknown values are absent instead.
  case text
  /// A string that may be empty.
  case anyText
  case count
  case integer
  case number
  case boolean
  /// A string, a number or a boolean.
  case scalar
  case oneOf([String])
  /// Only for request headers, where null removes a default header.
  case null
  case list(FieldRule)
  case either(FieldRule, FieldRule)
  /// An object with any names, whose values follow one rule.
  case map(FieldRule)
  case record(RecordShape)
  /// RFC 3339 in UTC.
  case time
  /// Lower-case hexadecimal digits of SHA-256.
  case sha256
  case anything

  /// Returns the error of an invalid value.
  func error(in json: StrictJSON) -> String? {
    switch self {
    case .text: json.string?.isEmpty == false ? nil : "is not a non-empty string"
    case .anyText: json.string == nil ? "is not a string" : nil
    case .count: (json.integer ?? -1) >= 0 ? nil : "is not a count"
    case .integer: json.integer == nil ? "is not an integer" : nil
    case .number: json.number == nil ? "is not a number" : nil
    case .boolean: json.boolean == nil ? "is not a boolean" : nil
    case .scalar: isScalar(json) ? nil : "is not a scalar"
    case .oneOf(let names): names.contains(json.string ?? "") ? nil : "is not one of \(names)"
    case .null: json.value == .null ? nil : "is not null"
    case .list(let rule): json.isArray ? firstError(of: rule, in: json.elements) : "is not a list"
    case .either(let one, let other): one.error(in: json) == nil ? nil : other.error(in: json)
    case .map(let rule):
      json.isObject ? firstError(of: rule, in: json.members.map(\.value)) : "is not an object"
    case .record(let shape): shape.errors(in: json).first
    case .time:
      matches(json, /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z/) ? nil : "is not a time"
    case .sha256: matches(json, /[0-9a-f]{64}/) ? nil : "is not a SHA-256"
    case .anything: nil
    }
  }

  private func isScalar(_ json: StrictJSON) -> Bool {
    json.string != nil || json.boolean != nil || json.value == .number
  }

  private func matches(_ json: StrictJSON, _ pattern: some RegexComponent) -> Bool {
    json.string?.wholeMatch(of: pattern) != nil
  }

  private func firstError(of rule: FieldRule, in values: [StrictJSON]) -> String? {
    values.lazy.compactMap { rule.error(in: $0) }.first
  }
}
