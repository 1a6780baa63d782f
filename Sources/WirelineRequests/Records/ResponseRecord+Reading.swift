package import WirelineCore

extension ResponseRecord {
  private enum Field: Int, CaseIterable {
    case url, status, attempts, json, body, body_base64, body_file, headers, redirects, source
    case elapsed_ms
  }

  /// The members that `read` looks at, in the order it expects them.
  package static let names = MemberNames.checked(
    [
      "url", "status", "attempts", "json", "body", "body_base64", "body_file", "headers",
      "redirects", "source", "elapsed_ms",
    ], Field.allCases)

  /// What `--parse` needs of a response record.
  package struct Content: Sendable {
    package let status: Int
    package let url: String
    package let attempts: Int?
    /// As it came, or without white space where it was embedded JSON.
    package let body: [UInt8]
    /// Where it came from: `network`, `cache` ….
    package var source: String?
    package var elapsed: Duration?

    /// RFC 9110 §15.3.
    package var isSuccess: Bool { (200..<300).contains(status) }
  }

  /// Reads the answer to a request for a file: with its header fields, and the
  /// URL that was asked for at first.
  ///
  /// - Parameters:
  ///   - object: scanned with `names`.
  ///   - files: the files that may hold the body.
  package static func readAnswer(
    _ object: JSONObject, files: RecordFiles
  ) throws(RecordFault) -> (asked: RequestURL, response: Response) {
    let content = try read(object, files: files)
    if content.url.isEmpty { throw .missingURL(field: "url") }
    var head = ResponseHead(status: content.status)
    if let view = object[Field.headers.rawValue], view.type != .null {
      head.headers = try HeaderRecord.read(view).headers
    }
    let redirects = object[Field.redirects.rawValue]?.elements ?? []
    let asked = redirects.lazy.compactMap { $0["url"]?.string }.first ?? content.url
    do throws(InvalidURL) {
      return (
        try RequestURL(asked),
        Response(
          head: head, url: try RequestURL(content.url), body: .bytes(content.body),
          bodyBytes: content.body.count, attempts: content.attempts ?? 1)
      )
    } catch {
      throw .invalidURL(error)
    }
  }

  /// Reads a response from an object scanned with `names`.
  ///
  /// - Parameter files: the files that may hold the body.
  package static func read(
    _ object: JSONObject, files: RecordFiles
  ) throws(RecordFault) -> Content {
    guard let view = object[Field.status.rawValue], view.type != .null else {
      throw .missing(field: "status", expected: "an HTTP status")
    }
    guard let status = view.integer, (100...999).contains(status) else {
      throw .wrongType(field: "status", expected: "an HTTP status", found: view.type.rawValue)
    }
    let fields = RecordFields(object, names: names)
    let milliseconds = object[Field.elapsed_ms.rawValue]?.double
    return Content(
      status: status, url: try fields.string(Field.url.rawValue) ?? "",
      attempts: object[Field.attempts.rawValue]?.integer, body: try body(object, fields, files),
      source: try fields.string(Field.source.rawValue),
      elapsed: milliseconds.flatMap { 0...1e12 ~= $0 ? .microseconds(Int64($0 * 1000)) : nil })
  }

  private static func body(
    _ object: JSONObject, _ fields: RecordFields, _ files: RecordFiles
  ) throws(RecordFault) -> [UInt8] {
    let embedded = try embeddedBody(
      json: object[Field.json.rawValue], text: try fields.string(Field.body.rawValue),
      base64: try fields.string(Field.body_base64.rawValue))
    if let embedded { return embedded }
    guard let path = try fields.string(Field.body_file.rawValue) else { return [] }
    return try files.responseBody(path, field: "body_file")
  }

  /// The body that a record holds itself; nil where it holds none.
  package static func embeddedBody(
    json: JSONView?, text: String?, base64: String?
  ) throws(RecordFault) -> [UInt8]? {
    if let json { return Array(json.raw) }
    if let text { return Array(text.utf8) }
    guard let base64 else { return nil }
    guard let bytes = Base64.decode(base64) else {
      throw .invalid(field: "body_base64", reason: "it is not base64")
    }
    return bytes
  }
}
