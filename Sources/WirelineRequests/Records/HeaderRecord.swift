package import WirelineCore

/// Header fields as a JSON object, with arrays for repeated fields.
package enum HeaderRecord {
  /// - Parameters:
  ///   - suppressed: fields that must not be sent, written as null.
  ///   - isLowercased: whether to write names in lower case, as for responses.
  package static func write(
    _ headers: HeaderFields, suppressed: [String] = [], isLowercased: Bool = true,
    to writer: inout JSONWriter
  ) {
    let fields = headers.fields
    // For fewer fields, pairwise comparison is faster than a dictionary.
    let groups =
      fields.count <= 32
      ? [:] : Dictionary(grouping: fields.indices) { fields[$0].name.lowercased() }
    var repeated: [Int] = []
    writer.beginObject()
    for (index, field) in fields.enumerated() {
      let length = field.name.utf8.count
      let isSame = {
        fields[$0].name.utf8.count == length && fields[$0].name.isSameFieldName(as: field.name)
      }
      let group = groups.isEmpty ? nil : groups[field.name.lowercased()]
      guard group.map({ $0.first == index }) ?? !repeated.contains(index) else { continue }
      let start = writer.bytes.count
      writer.key(named: field.name)
      if isLowercased { lowercase(&writer.bytes, from: start) }
      // Almost always empty, which allocates nothing.
      let others = group?.dropFirst() ?? (index + 1..<fields.count).filter(isSame)[...]
      if others.isEmpty {
        writer.string(field.value)
      } else {
        repeated += others
        writer.beginArray()
        for index in [index] + others { writer.string(fields[index].value) }
        writer.endArray()
      }
    }
    let names = headers.names(besides: suppressed)
    for name in suppressed where !names.contains(name) {
      writer.key(named: name)
      writer.null()
    }
    writer.endObject()
  }

  /// Parses the fields without validating them.
  ///
  /// - Returns: the fields, and the names whose value is null.
  package static func read(
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

  /// Parses the fields of a request and validates them.
  package static func readValid(
    _ view: JSONView
  ) throws(InputRecordError) -> (headers: HeaderFields, suppressed: [String]) {
    let fields = try read(view)
    try converting(
      { InputRecordError.invalid(field: "headers", reason: $0.description) },
      fields.headers.validate)
    return fields
  }

  private static func lowercase(_ bytes: inout [UInt8], from start: Int) {
    for index in start..<bytes.count where bytes[index] >= 0x41 && bytes[index] <= 0x5A {
      bytes[index] |= 0x20
    }
  }
}
