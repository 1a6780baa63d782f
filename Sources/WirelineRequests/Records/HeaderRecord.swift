internal import WirelineCore

/// Header fields as a JSON object, with arrays for repeated fields.
enum HeaderRecord {
  /// - Parameters:
  ///   - suppressed: fields that must not be sent, written as null.
  ///   - isLowercased: whether to write names in lower case, as for responses.
  static func write(
    _ headers: HeaderFields, suppressed: [String] = [], isLowercased: Bool = true,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    if headers.fields.count <= fewFields {
      writeFew(headers.fields, isLowercased: isLowercased, to: &writer)
    } else {
      writeMany(headers.fields, isLowercased: isLowercased, to: &writer)
    }
    let names = headers.names(besides: suppressed)
    for name in suppressed where !names.contains(name) {
      writer.key(name)
      writer.null()
    }
    writer.endObject()
  }

  /// For fewer fields, pairwise comparison is faster than a dictionary.
  private static let fewFields = 32

  private static func writeFew(
    _ fields: [HeaderFields.Field], isLowercased: Bool, to writer: inout JSONWriter
  ) {
    for index in fields.indices {
      let name = fields[index].name
      let count = name.utf8.count
      var isLater = false
      var others: [Int] = []
      for other in fields.indices where fields[other].name.utf8.count == count && other != index {
        guard fields[other].name.isSameFieldName(as: name) else { continue }
        if other < index { isLater = true } else { others.append(other) }
      }
      if isLater { continue }
      write(fields, at: [index] + others, isLowercased: isLowercased, to: &writer)
    }
  }

  private static func writeMany(
    _ fields: [HeaderFields.Field], isLowercased: Bool, to writer: inout JSONWriter
  ) {
    var indices: [String: [Int]] = [:]
    for (index, field) in fields.enumerated() {
      indices[field.name.lowercased(), default: []].append(index)
    }
    for (index, field) in fields.enumerated() {
      guard let same = indices[field.name.lowercased()], same.first == index else { continue }
      write(fields, at: same, isLowercased: isLowercased, to: &writer)
    }
  }

  private static func write(
    _ fields: [HeaderFields.Field], at indices: [Int], isLowercased: Bool,
    to writer: inout JSONWriter
  ) {
    let start = writer.bytes.count
    writer.key(fields[indices[0]].name)
    if isLowercased { lowercase(&writer.bytes, from: start) }
    if indices.count == 1 {
      writer.string(fields[indices[0]].value)
    } else {
      write(indices.map { fields[$0].value }, to: &writer)
    }
  }

  /// Parses the fields without validating them.
  ///
  /// - Returns: the fields, and the names whose value is null.
  static func read(
    _ view: JSONView
  ) throws(InputRecordError) -> (headers: HeaderFields, suppressed: [String]) {
    guard view.type == .object else {
      throw .wrongType(field: "headers", expected: "an object", found: view.type.rawValue)
    }
    var headers = HeaderFields()
    var suppressed: [String] = []
    for (name, value) in view.fields {
      if value.type == .null {
        suppressed.append(name)
        continue
      }
      for value in value.type == .array ? value.elements : [value] {
        guard let text = value.scalarText else {
          throw .wrongType(
            field: "headers.\(name)", expected: "a string or a list of strings",
            found: value.type.rawValue)
        }
        headers.append(name, text)
      }
    }
    return (headers, suppressed)
  }

  private static func write(_ values: [String], to writer: inout JSONWriter) {
    writer.beginArray()
    for value in values { writer.string(value) }
    writer.endArray()
  }

  private static func lowercase(_ bytes: inout [UInt8], from start: Int) {
    for index in start..<bytes.count where bytes[index] >= 0x41 && bytes[index] <= 0x5A {
      bytes[index] |= 0x20
    }
  }
}
