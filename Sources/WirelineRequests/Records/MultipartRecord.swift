internal import WirelineCore

/// The `multipart` field of a request record: [{`name`, one of `value` `json` `file` `base64`,
/// `filename`, `content_type`}].
enum MultipartRecord {
  static func read(_ view: JSONView) throws(InputRecordError) -> Multipart {
    guard view.type == .array else {
      throw .wrongType(field: "multipart", expected: "a list of parts", found: view.type.rawValue)
    }
    var parts: [Multipart.Part] = []
    for (index, part) in view.elements.enumerated() {
      parts.append(try self.part(part, field: "multipart/\(index)"))
    }
    return Multipart(parts: parts)
  }

  private static func part(_ view: JSONView, field: String) throws(InputRecordError)
    -> Multipart.Part
  {
    guard view.type == .object else {
      throw .wrongType(field: field, expected: "an object", found: view.type.rawValue)
    }
    guard let name = view["name"]?.string else {
      throw .missing(field: "\(field)/name", expected: "a string")
    }
    var part = Multipart.Part(name: name, content: .bytes([]))
    try readContent(view, field: field, into: &part)
    if let filename = view["filename"]?.string { part.filename = filename }
    if let mediaType = view["content_type"]?.string {
      guard mediaType.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw .invalid(field: "\(field)/content_type", reason: "it contains a control character")
      }
      part.mediaType = mediaType
    }
    return part
  }

  private static func readContent(
    _ view: JSONView, field: String, into part: inout Multipart.Part
  ) throws(InputRecordError) {
    let present = ["value", "json", "file", "base64"].filter { view[$0] != nil }
    guard present.count == 1, let content = view[present[0]] else {
      throw .invalid(field: field, reason: "expected one of value, json, file, base64")
    }
    switch (present[0], content.scalarText) {
    case ("json", _):
      part.content = .bytes(Array(content.raw))
      part.mediaType = "application/json"
    case ("value", let text?): part.content = .bytes(Array(text.utf8))
    case ("file", let path?):
      try RecordFiles.checkPath(path, field: "multipart/file")
      part.content = .file(path: path)
      part.filename = path.split(separator: "/").last.map(String.init) ?? path
      part.mediaType = "application/octet-stream"
    case ("base64", let text?):
      guard let bytes = Base64.decode(text) else {
        throw .invalid(field: "\(field)/base64", reason: "not base64")
      }
      part.content = .bytes(bytes)
    default:
      throw .wrongType(
        field: "\(field)/\(present[0])", expected: "a scalar", found: content.type.rawValue)
    }
  }

  static func write(_ multipart: Multipart, to writer: inout JSONWriter) {
    writer.array { writer in
      for part in multipart.parts {
        writer.object { writer in
          writer.field("name", part.name)
          switch part.content {
          case .file(let path): writer.field("file", path)
          case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
              writer.field("value", text)
            } else {
              writer.field("base64", base64: bytes)
            }
          }
          if let filename = part.filename { writer.field("filename", filename) }
          if let mediaType = part.mediaType { writer.field("content_type", mediaType) }
        }
      }
    }
  }
}
