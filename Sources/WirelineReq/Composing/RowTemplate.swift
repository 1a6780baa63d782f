internal import WirelineCore
internal import WirelineRequests

/// The request that `--rows` sends for each row, with placeholders for cells.
///
/// Cells are inserted into the path and the query, into the values of header fields, parameters and
/// forms, and into JSON. They cannot name a host, a field or a parameter, and cannot end the text
/// around them.
struct RowTemplate: Sendable {
  /// With the numbers of the placeholders.
  let request: RequestSpecification
  let columns: [String]
  private let path, query: RowText?
  /// The header fields with cells, by their positions.
  private var headers: [(index: Int, value: RowText)] = []
  private var body: RowText?
  /// The parts of a multipart body with cells, by their positions.
  private var parts: [(index: Int, content: RowText)] = []

  init(
    _ request: RequestSpecification, _ placeholders: RowPlaceholders
  ) throws(UsageError) {
    self.request = request
    columns = placeholders.columns
    if columns.isEmpty {
      throw UsageError(
        "--rows needs a placeholder such as {id}", hint: "{id} stands for the column \"id\"")
    }
    let origin = [request.url.authority, request.url.userInformation]
    if origin.contains(where: placeholders.occur) { throw Self.misplaced("the host or its login") }
    path = try RowText(Array(request.url.path.utf8), placeholders) { _, _ in .percent }
    query = try RowText(Array((request.url.query ?? "").utf8), placeholders, Self.parameter)
    for (index, field) in request.headers.fields.enumerated() {
      let value = try RowText(Array(field.value.utf8), placeholders) { _, _ in .unchanged }
      if placeholders.occur(in: field.name) { throw Self.misplaced("the name of a header field") }
      guard let value else { continue }
      if field.name.isSameFieldName(as: "Host") { throw Self.misplaced("the host") }
      headers.append((index, value))
    }
    let names = request.suppressedHeaders + [request.method]
    if names.contains(where: placeholders.occur) {
      throw Self.misplaced("a method or the name of a header field")
    }
    switch request.body {
    case .none, .file: break
    case .bytes(let bytes, let mediaType):
      let isJSON = mediaType == "application/json" || Self.isDocument(bytes)
      body = try RowText(bytes, placeholders, isJSON ? Self.json : Self.parameter)
    case .multipart(let multipart):
      for (index, part) in multipart.parts.enumerated() {
        let head = [part.name, part.filename, part.mediaType] + part.headers
        if head.contains(where: placeholders.occur) {
          throw Self.misplaced("the name or type of a part")
        }
        guard case .bytes(let bytes) = part.content else { continue }
        let isJSON = part.mediaType == "application/json"
        let content = try RowText(bytes, placeholders) { before, after throws(UsageError) in
          isJSON ? try Self.json(before: before, after: after) : .unchanged
        }
        if let content { parts.append((index, content)) }
      }
    }
  }

  /// - Parameter what: where a placeholder is.
  static func misplaced(_ what: String) -> UsageError {
    UsageError("a --rows placeholder cannot be \(what)", hint: hint)
  }

  static let hint = "cells are for paths, queries, and values of header fields, forms and JSON"

  /// A JSON object or array, as curl's users send it with `--data`.
  private static func isDocument(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { "{[".utf8.contains($0) } == true && (try? JSONView.parse(bytes)) != nil
  }

  private static func parameter(
    before: ArraySlice<UInt8>, after: ArraySlice<UInt8>
  ) throws(UsageError) -> RowText.Encoding {
    let (equals, end) = (UInt8(ascii: "="), UInt8(ascii: "&"))
    let start = (before.lastIndex(of: end) ?? before.startIndex - 1) + 1
    if !before[start...].contains(equals), after.prefix(while: { $0 != end }).contains(equals) {
      throw misplaced("the name of a parameter")
    }
    return .percent
  }

  private static func json(
    before: ArraySlice<UInt8>, after: ArraySlice<UInt8>
  ) throws(UsageError) -> RowText.Encoding {
    guard quotes(in: before).count % 2 == 1 else {
      let digits = [before.last, after.first].compactMap(\.self)
      if digits.contains(where: { "+-.".utf8.contains($0) || $0.isASCIIAlphanumeric }) {
        throw misplaced("a part of a number")
      }
      return .jsonValue
    }
    let end = quotes(in: after).first ?? after.endIndex - 1
    if after[(end + 1)...].first(where: { !JSONByte.isSpace($0) }) == JSONByte.colon {
      throw misplaced("the name of a field")
    }
    return .jsonString
  }

  /// The positions of the quotes that are not escaped. Outside of strings, JSON has no backslash.
  private static func quotes(in text: ArraySlice<UInt8>) -> [Int] {
    var isEscaped = false
    return text.indices.filter { index in
      defer { isEscaped = !isEscaped && text[index] == JSONByte.backslash }
      return text[index] == JSONByte.quote && !isEscaped
    }
  }

  // MARK: Rows

  /// - Parameter row: an object that was scanned with the columns.
  func filled(_ row: JSONObject) throws(InputRecordError) -> RequestSpecification {
    var filled = request
    if let path {
      filled.url.path = String(decoding: try path.filled(row), as: UTF8.self)
      try Self.check(filled.url)
    }
    if let query { filled.url.query = String(decoding: try query.filled(row), as: UTF8.self) }
    if !headers.isEmpty { filled.headers = try headers(row) }
    if let body, case .bytes(_, let mediaType) = request.body {
      filled.body = .bytes(try body.filled(row), mediaType: mediaType)
    }
    if !parts.isEmpty, case .multipart(var multipart) = request.body {
      for (index, content) in parts {
        let bytes = try content.filled(row)
        if String(decoding: bytes, as: UTF8.self).contains(text: multipart.boundary) {
          throw .invalid(field: multipart.parts[index].name, reason: "contains the boundary")
        }
        multipart.parts[index].content = .bytes(bytes)
      }
      filled.body = .multipart(multipart)
    }
    return filled
  }

  /// Refuses dot segments, which clients and servers remove with the segment before them. Many
  /// servers decode a path first, and some take a backslash for a slash.
  private static func check(_ url: RequestURL) throws(InputRecordError) {
    let segments = PercentEncoding.decoded(url.path).split { $0 == 0x2F || $0 == 0x5C }
    guard segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { return }
    throw .invalidURL(
      text: url.text, reason: "a cell makes \".\" or \"..\" a segment of the path", hint: nil)
  }

  private func headers(_ row: JSONObject) throws(InputRecordError) -> HeaderFields {
    var fields = request.headers.fields
    for (index, value) in headers {
      fields[index].value = String(decoding: try value.filled(row), as: UTF8.self)
    }
    let filled = HeaderFields(fields)
    try converting(
      { InputRecordError.invalid(field: "headers", reason: $0.description) }, filled.validate)
    return filled
  }
}
