/// Header fields as a JSON object: a list where a field repeats.
enum HeaderRecord {
  /// - Parameters:
  ///   - suppressed: fields that are not to be sent: null.
  ///   - isLowercased: whether names are written in lower case, as those of an
  ///     answer are, or as they are.
  static func write(
    _ headers: HeaderFields, suppressed: [String] = [], isLowercased: Bool = true,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    let fields = headers.fields
    for index in fields.indices {
      let name = fields[index].name
      let count = name.utf8.count
      var isLater = false
      var hasOthers = false
      for other in fields.indices where fields[other].name.utf8.count == count && other != index {
        guard fields[other].name.isSameFieldName(as: name) else { continue }
        if other < index { isLater = true } else { hasOthers = true }
      }
      if isLater { continue }
      let start = writer.bytes.count
      writer.key(name)
      if isLowercased { lowercase(&writer.bytes, from: start) }
      if hasOthers {
        write(headers.values(of: name), to: &writer)
      } else {
        writer.string(fields[index].value)
      }
    }
    for name in suppressed where !headers.contains(name) {
      writer.key(name)
      writer.null()
    }
    writer.endObject()
  }

  /// Reads what `write` has written; whether the fields are fit to be sent is the
  /// caller's question.
  ///
  /// - Returns: the fields, and the names whose value is null.
  static func read(
    _ view: JSONView
  ) throws(RecordFault) -> (headers: HeaderFields, suppressed: [String]) {
    guard view.type == .object else {
      throw .wrongType(field: "headers", expected: "an object", found: view.type.rawValue)
    }
    var headers = HeaderFields()
    var suppressed: [String] = []
    for (name, value) in view.members {
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

  /// ASCII only, as field names are.
  private static func lowercase(_ bytes: inout [UInt8], from start: Int) {
    for index in start..<bytes.count where bytes[index] >= 0x41 && bytes[index] <= 0x5A {
      bytes[index] |= 0x20
    }
  }
}
