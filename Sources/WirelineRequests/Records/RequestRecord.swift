package import WirelineCore

/// A request as a line of JSON: what `--build` prints and `req` reads.
///
/// The only place that knows the JSON names of a request.
package struct RequestRecord: Sendable {
  package var specification: RequestSpecification
  /// The `id` to write, as JSON; nil for none.
  package var identifier: [UInt8]?

  package init(_ specification: RequestSpecification, identifier: [UInt8]? = nil) {
    self.specification = specification
    self.identifier = identifier
  }

  enum Field: Int, CaseIterable {
    case url, method, headers, query, json, form, body, body_base64, body_file, multipart
    case priority, timeout_s, deadline_s, retry, cache_ttl_s, output, credential
  }

  /// What a `body` is unless a field says otherwise.
  static let textMediaType = "text/plain; charset=utf-8"

  /// The members that `init(_:)` reads, in the order it expects them.
  package static let names = MemberNames.checked(
    [
      "url", "method", "headers", "query", "json", "form", "body", "body_base64", "body_file",
      "multipart", "priority", "timeout_s", "deadline_s", "retry", "cache_ttl_s", "output",
      "credential",
    ], Field.allCases)

  // MARK: Reading

  /// Reads a request from an object scanned with `names` (others may follow).
  ///
  /// - Parameter defaults: what holds where the record says nothing.
  package init(
    _ object: JSONObject, defaults: RequestDefaults = RequestDefaults()
  ) throws(RecordFault) {
    let fields = RecordFields(object, names: Self.names)
    guard let text = try fields.string(Field.url.rawValue), !text.isEmpty else {
      throw .missingURL(field: "url")
    }
    do throws(InvalidURL) {
      specification = RequestSpecification(url: try RequestURL(defaults.located(text)))
    } catch {
      throw .invalidURL(error)
    }
    if let method = defaults.method { specification.method = method }
    if let method = try fields.string(Field.method.rawValue) {
      guard !method.isEmpty, method.utf8.allSatisfy(HeaderFields.isTokenByte) else {
        throw .invalid(field: "method", reason: "\"\(method)\" is not a method")
      }
      specification.method = method
    }
    try readHeaders(object[Field.headers.rawValue])
    specification.url.append(query: try Self.query(object[Field.query.rawValue]))
    specification.body = try Self.body(object)
    if case .multipart(let multipart) = specification.body,
      let boundary = specification.headers["Content-Type"].flatMap(Multipart.boundary)
    {
      specification.body = .multipart(Multipart(parts: multipart.parts, boundary: boundary))
    }
    try readControls(fields)
  }

  private mutating func readControls(_ fields: RecordFields) throws(RecordFault) {
    specification.priority = try fields.priority(Field.priority.rawValue) ?? 0
    specification.timeout = try fields.seconds(Field.timeout_s.rawValue)
    specification.deadline = try fields.seconds(Field.deadline_s.rawValue)
    specification.retryLimit = try fields.count(Field.retry.rawValue)
    specification.cacheLifetime = try fields.seconds(Field.cache_ttl_s.rawValue)
    specification.output = try Self.path(
      try fields.string(Field.output.rawValue), field: "output")
    specification.credential = try fields.string(Field.credential.rawValue)
  }

  /// A value of null takes a field away that would be sent otherwise.
  private mutating func readHeaders(_ view: JSONView?) throws(RecordFault) {
    guard let view else { return }
    let (headers, suppressed) = try HeaderRecord.read(view)
    specification.suppressedHeaders += suppressed
    do throws(InvalidHeaderField) {
      try headers.validate()
    } catch {
      throw .invalid(field: "headers", reason: error.description)
    }
    specification.headers = headers
  }

  private static func query(_ view: JSONView?) throws(RecordFault) -> [(
    name: String, value: String
  )] {
    try pairs(view, field: "query")
  }

  /// {name: scalar or list of scalars} in order, as in `query` and `form`.
  private static func pairs(
    _ view: JSONView?, field: String
  ) throws(RecordFault) -> [(name: String, value: String)] {
    guard let view else { return [] }
    guard view.type == .object else {
      throw .wrongType(field: field, expected: "an object", found: view.type.rawValue)
    }
    var pairs: [(name: String, value: String)] = []
    for (name, value) in view.members {
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

  private static func body(_ object: JSONObject) throws(RecordFault) -> RequestBody {
    let kinds: [Field] = [.json, .form, .body, .body_base64, .body_file, .multipart]
    let present = kinds.filter { object[$0.rawValue] != nil }
    guard let kind = present.first, let view = object[kind.rawValue] else { return .none }
    guard present.count == 1 else {
      throw .invalid(
        field: "\(present[1])", reason: "a request has one body, and \"\(kind)\" is there already")
    }
    switch kind {
    case .json: return .bytes(Array(view.raw), mediaType: "application/json")
    case .form: return .form(try pairs(view, field: "form"))
    case .multipart: return .multipart(try MultipartRecord.read(view))
    default: return try textBody(kind, view)
    }
  }

  private static func textBody(_ kind: Field, _ view: JSONView) throws(RecordFault) -> RequestBody {
    guard let text = view.string else {
      throw .wrongType(field: "\(kind)", expected: "a string", found: view.type.rawValue)
    }
    switch kind {
    case .body_file: return .file(path: try path(text, field: "body_file") ?? text)
    case .body_base64:
      guard let bytes = Base64.decode(text) else {
        throw .invalid(field: "body_base64", reason: "it is not base64 (RFC 4648 §4, with padding)")
      }
      return .bytes(bytes, mediaType: nil)
    default: return .bytes(Array(text.utf8), mediaType: textMediaType)
    }
  }

  /// A path; a NUL would end it before its end.
  static func path(_ text: String?, field: String) throws(RecordFault) -> String? {
    if let text, text.utf8.contains(0) {
      throw .invalid(field: field, reason: "a path holds no NUL")
    }
    return text
  }
}
