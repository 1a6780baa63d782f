package import WirelineCore

/// A request as a line of JSON, written by `--build` and read by `req`. Defines the JSON names of
/// request fields.
package struct RequestRecord: Sendable {
  package var specification: RequestSpecification
  package var identifier: [UInt8]?

  package init(_ specification: RequestSpecification, identifier: [UInt8]? = nil) {
    self.specification = specification
    self.identifier = identifier
  }

  enum Field: Int, CaseIterable {
    case url, method, headers, query, json, form, body, body_base64, body_file, multipart
    case priority, timeout_s, deadline_s, retry, cache_ttl_s, output, credential
  }

  /// The fields that `init(_:)` reads, in the order of `Field`.
  package static let names = FieldNames.checked(
    [
      "url", "method", "headers", "query", "json", "form", "body", "body_base64", "body_file",
      "multipart", "priority", "timeout_s", "deadline_s", "retry", "cache_ttl_s", "output",
      "credential",
    ], Field.allCases)

  /// The fields of a request record; every record may also have an `id`.
  package static var fields: [String] { names + ["id"] }

  // MARK: Reading

  /// Reads a request from an object scanned with `names`, which other names may follow.
  ///
  /// - Parameter defaults: values for missing fields.
  package init(
    _ object: JSONObject, defaults: RequestDefaults = RequestDefaults()
  ) throws(InputRecordError) {
    let fields = RecordFields(object, names: Self.names)
    guard let text = try fields.string(Field.url.rawValue), !text.isEmpty else {
      throw .missingURL(field: "url")
    }
    specification = RequestSpecification(
      url: try converting(InputRecordError.init, RequestURL.init, defaults.located(text)))
    let method = try fields.string(Field.method.rawValue)
    if let method, !RequestSpecification.isToken(method) {
      throw .invalid(field: "method", reason: "\"\(method)\" is not a method")
    }
    try readHeaders(object[Field.headers.rawValue])
    specification.url.append(query: try Self.pairs(object[Field.query.rawValue], field: "query"))
    specification.body = try Self.body(object)
    // As on the command line.
    let implied = specification.body == .none ? "GET" : "POST"
    specification.method = method ?? defaults.method ?? implied
    if case .multipart(let multipart) = specification.body,
      let boundary = specification.headers["Content-Type"].flatMap(Multipart.boundary)
    {
      specification.body = .multipart(Multipart(parts: multipart.parts, boundary: boundary))
    }
    try readControls(fields)
  }

  private mutating func readControls(_ fields: RecordFields) throws(InputRecordError) {
    specification.priority = try fields.priority(Field.priority.rawValue) ?? 0
    specification.timeout = try fields.seconds(Field.timeout_s.rawValue)
    specification.deadline = try fields.seconds(Field.deadline_s.rawValue)
    specification.retryLimit = try fields.count(Field.retry.rawValue)
    specification.cacheLifetime = try fields.seconds(Field.cache_ttl_s.rawValue)
    specification.output = try fields.string(Field.output.rawValue)
    if let path = specification.output { try RecordFiles.checkPath(path, field: "output") }
    specification.credential = try fields.string(Field.credential.rawValue)
  }

  /// A null value suppresses a default field.
  private mutating func readHeaders(_ view: JSONView?) throws(InputRecordError) {
    guard let view else { return }
    let (headers, suppressed) = try HeaderRecord.readValid(view)
    specification.suppressedHeaders += suppressed
    specification.headers = headers
  }

  private static func pairs(
    _ view: JSONView?, field: String
  ) throws(InputRecordError) -> [(name: String, value: String)] {
    guard let view else { return [] }
    guard view.type == .object else {
      throw .wrongType(field: field, expected: "an object", found: view.type.rawValue)
    }
    var pairs: [(name: String, value: String)] = []
    for (name, value) in view.fields {
      for value in value.type == .array ? value.elements : [value] {
        guard let text = value.scalarText else {
          throw .wrongType(
            field: "\(field).\(name)", expected: "a scalar or a list of scalars",
            found: value.type.rawValue)
        }
        pairs.append((name, text))
      }
    }
    return pairs
  }

  private static func body(_ object: JSONObject) throws(InputRecordError) -> RequestBody {
    let kinds: [Field] = [.json, .form, .body, .body_base64, .body_file, .multipart]
    let present = kinds.filter { object[$0.rawValue] != nil }
    guard let kind = present.first, let view = object[kind.rawValue] else { return .none }
    guard present.count == 1 else {
      throw .invalid(
        field: "\(present[1])", reason: "cannot be used with \"\(kind)\": a request has one body")
    }
    switch kind {
    case .json: return .bytes(Array(view.raw), mediaType: "application/json")
    case .form: return .form(try pairs(view, field: "form"))
    case .multipart: return .multipart(try MultipartRecord.read(view))
    default: return try textBody(kind, view)
    }
  }

  private static func textBody(_ kind: Field, _ view: JSONView) throws(InputRecordError)
    -> RequestBody
  {
    guard let text = view.string else {
      throw .wrongType(field: "\(kind)", expected: "a string", found: view.type.rawValue)
    }
    switch kind {
    case .body_file:
      try RecordFiles.checkPath(text, field: "body_file")
      return .file(path: text)
    case .body_base64:
      guard let bytes = Base64.decode(text) else {
        throw .invalid(field: "body_base64", reason: "not base64 with padding (RFC 4648 §4)")
      }
      return .bytes(bytes, mediaType: nil)
    default: return .bytes(Array(text.utf8), mediaType: RequestBody.textMediaType)
    }
  }

  // MARK: Writing

  /// Writes the record as an object without default values.
  package func write(to writer: inout JSONWriter) { writer.object(writeFields) }

  /// Writes the fields into an open object.
  package func writeFields(to writer: inout JSONWriter) {
    if let identifier { writer.field("id", raw: identifier) }
    writer.field("method", specification.method)
    writer.field("url", specification.url.text)
    let field = bodyField
    let headers = headers(beside: field)
    var suppressed = specification.suppressedHeaders
    if case .file(_, nil) = specification.body,
      !suppressed.contains(where: { $0.isSameFieldName(as: "Content-Type") })
    {
      suppressed.append("Content-Type")
    }
    if !headers.isEmpty || !suppressed.isEmpty {
      writer.key("headers")
      HeaderRecord.write(headers, suppressed: suppressed, isLowercased: false, to: &writer)
    }
    writeBody(as: field, to: &writer)
    writeControls(to: &writer)
  }

  /// The header fields, including the media type unless the body's field implies it.
  private func headers(beside field: Field?) -> HeaderFields {
    var headers = specification.headers
    guard let mediaType = specification.body.mediaType else { return headers }
    let isImplied =
      switch (field, specification.body) {
      case (.json, _), (_, .multipart): true
      case (.body, _): mediaType == RequestBody.textMediaType
      case (_, .file): mediaType == Multipart.Part.binaryMediaType
      default: false
      }
    if !isImplied { headers.setDefault("Content-Type", mediaType) }
    return headers
  }

  /// The field for a body of bytes; nil for other bodies.
  private var bodyField: Field? {
    guard case .bytes(let bytes, let mediaType) = specification.body else { return nil }
    if mediaType == "application/json", (try? JSONView.parse(bytes)) != nil { return .json }
    return String(validating: bytes, as: UTF8.self) != nil ? .body : .body_base64
  }

  private func writeBody(as field: Field?, to writer: inout JSONWriter) {
    switch specification.body {
    case .none: break
    case .bytes(let bytes, _): Self.write(bytes, as: field, to: &writer)
    case .file(let path, _): writer.field("body_file", path)
    case .multipart(let multipart):
      writer.key("multipart")
      MultipartRecord.write(multipart, to: &writer)
    }
  }

  private static func write(_ bytes: [UInt8], as field: Field?, to writer: inout JSONWriter) {
    switch field {
    case .json:
      // A record is one line; white space between JSON tokens is insignificant (RFC 8259 §2).
      let isLine = !bytes.contains { $0 == 0x0A || $0 == 0x0D }
      writer.field("json", raw: isLine ? bytes : (try? JSONScanner.compacted(bytes)) ?? bytes)
    case .body: writer.field("body", String(decoding: bytes, as: UTF8.self))
    default: writer.field("body_base64", base64: bytes)
    }
  }

  private func writeControls(to writer: inout JSONWriter) {
    if specification.priority != 0 { writer.field("priority", specification.priority) }
    if let timeout = specification.timeout { writer.field("timeout_s", timeout.seconds) }
    if let deadline = specification.deadline { writer.field("deadline_s", deadline.seconds) }
    if let limit = specification.retryLimit { writer.field("retry", limit) }
    if let lifetime = specification.cacheLifetime {
      writer.field("cache_ttl_s", lifetime.seconds)
    }
    if let output = specification.output { writer.field("output", output) }
    if let credential = specification.credential { writer.field("credential", credential) }
  }
}
