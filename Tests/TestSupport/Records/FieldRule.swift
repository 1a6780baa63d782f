/// What the value of a field may be.
package indirect enum FieldRule: Sendable {
  /// Not empty: an unknown value is an absent field.
  case text
  /// May be empty.
  case anyText
  case count
  case integer
  case number
  case boolean
  /// A string, a number or a boolean.
  case scalar
  case oneOf([String])
  /// A field that is not sent, though it would be otherwise: null says it nowhere else.
  case null
  case list(FieldRule)
  case either(FieldRule, FieldRule)
  /// Names to values of one kind.
  case map(FieldRule)
  case record(RecordShape)
  /// RFC 3339, in UTC.
  case time
  /// Lower-case hexadecimal digits of SHA-256.
  case sha256
  case anything

  /// What is wrong with the value; nil if nothing is.
  func fault(in json: StrictJSON) -> String? {
    switch self {
    case .text: json.string?.isEmpty == false ? nil : "is no text"
    case .anyText: json.string == nil ? "is no string" : nil
    case .count: (json.integer ?? -1) >= 0 ? nil : "is no count"
    case .integer: json.integer == nil ? "is no integer" : nil
    case .number: json.number == nil ? "is no number" : nil
    case .boolean: json.boolean == nil ? "is no boolean" : nil
    case .scalar: isScalar(json) ? nil : "is no scalar"
    case .oneOf(let names): names.contains(json.string ?? "") ? nil : "is none of \(names)"
    case .null: json.value == .null ? nil : "is not null"
    case .list(let rule): json.isArray ? firstFault(of: rule, in: json.elements) : "is no list"
    case .either(let one, let other): one.fault(in: json) == nil ? nil : other.fault(in: json)
    case .map(let rule):
      json.isObject ? firstFault(of: rule, in: json.members.map(\.value)) : "is no object"
    case .record(let shape): shape.faults(in: json).first
    case .time: Self.isTime(json.string ?? "") ? nil : "is no RFC 3339 time"
    case .sha256: Self.isSHA256(json.string ?? "") ? nil : "is no SHA-256"
    case .anything: nil
    }
  }

  private func isScalar(_ json: StrictJSON) -> Bool {
    json.string != nil || json.boolean != nil || json.value == .number
  }

  private func firstFault(of rule: FieldRule, in values: [StrictJSON]) -> String? {
    values.lazy.compactMap { rule.fault(in: $0) }.first
  }

  private static func isTime(_ text: String) -> Bool {
    let pattern = Array("dddd-dd-ddTdd:dd:dd".utf8)
    let bytes = Array(text.utf8)
    guard bytes.count > pattern.count, bytes.last == UInt8(ascii: "Z") else { return false }
    let matches = zip(bytes, pattern).allSatisfy { byte, wanted in
      wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
    }
    let rest = bytes.dropFirst(pattern.count).dropLast()
    return matches
      && (rest.isEmpty
        || rest.first == UInt8(ascii: ".") && rest.count > 1
          && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) })
  }

  private static func isSHA256(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
