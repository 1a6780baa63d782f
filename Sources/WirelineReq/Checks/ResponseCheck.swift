internal import WirelineCore
internal import WirelineRequests

/// The checks and selections applied to a response body before any of it is printed.
struct ResponseCheck: Sendable, Equatable {
  /// `--expect`.
  var shape: BodyShape?
  /// `--require`.
  var requirements: [BodyRequirement] = []
  /// The `--error-if` pointers.
  var errors: [BodyPointer] = []
  /// `--each`: the array whose elements are printed.
  var each: BodyPointer?
  /// `--select`: the value to print, or with `each` the value to print of each element.
  var selection: BodyPointer?

  /// Whether any body passes unchanged, so that it can be streamed.
  var isEmpty: Bool { self == ResponseCheck() }

  /// Whether values are printed, which have other fields than a response.
  var selectsValues: Bool { each != nil || selection != nil }

  /// Checks a complete body and returns the values to print.
  ///
  /// Looks for a reported error first: a response that contains one rarely passes the other checks.
  /// Skips a byte order mark (RFC 8259 §8.1).
  func values(in body: [UInt8]) throws(CheckFailure) -> SelectedValues {
    if isEmpty { return .whole(body) }
    let document = try Self.parse(body)
    try check(document)
    if let each { return try elements(of: document, at: each) }
    guard let selection else { return .whole(body) }
    let value = try Self.value(at: selection, in: document, named: selection)
    return .values([value], count: 1)
  }

  private func check(_ document: JSONView) throws(CheckFailure) {
    for pointer in errors {
      guard let error = ReportedError(at: pointer, in: document) else { continue }
      throw .reported(pointer, message: error.message, detail: error.detail)
    }
    try shape?.check(document)
    for requirement in requirements { try requirement.check(document) }
  }

  /// Checks an event of a stream and returns the values to print. An event that lacks them has
  /// none: the events of a stream differ.
  func values(ofEvent event: JSONView) throws(CheckFailure) -> [JSONView] {
    try check(event)
    var values = [event]
    // The stream itself is the array.
    if let each, each != .whole { values = each.value(in: event)?.elements ?? [] }
    guard let selection else { return values }
    return values.compactMap { selection.value(in: $0) }
  }

  /// Returns the array of a page, for `--paginate`: the one that `--each` names, or the document;
  /// nil if it is not an array.
  func array(in document: JSONView) -> JSONView? {
    let value = (each ?? .whole).value(in: document)
    return value?.type == .array ? value : nil
  }

  private func elements(
    of document: JSONView, at each: BodyPointer
  ) throws(CheckFailure) -> SelectedValues {
    let array = try Self.value(at: each, in: document, named: each, expected: .array)
    guard array.type == .array else {
      throw .wrongType(each, expected: BodyValueType.array.rawValue, found: array.type)
    }
    let elements = JSONElements(of: array)
    guard let selection else { return .values(elements, count: elements.count) }
    let values = try elements.enumerated().map { index, element throws(CheckFailure) in
      try Self.value(
        at: selection, in: element, named: selection.inside(element: index, of: each))
    }
    return .values(values, count: values.count)
  }

  private static func value(
    at pointer: BodyPointer, in document: JSONView, named name: BodyPointer,
    expected: BodyValueType? = nil
  ) throws(CheckFailure) -> JSONView {
    guard let value = pointer.value(in: document) else {
      throw .missing(name, expected: expected?.rawValue)
    }
    return value
  }

  static func parse(_ body: [UInt8]) throws(CheckFailure) -> JSONView {
    if body.allSatisfy(JSONByte.isSpace) { throw .emptyBody }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let skipped = body.starts(with: mark) ? mark.count : 0
    do throws(JSONSyntaxError) {
      return try JSONView.parse(skipped == 0 ? body : Array(body.dropFirst(skipped)))
    } catch {
      throw .notJSON(JSONSyntaxError(offset: error.offset + skipped, reason: error.reason))
    }
  }
}

/// The values to print.
enum SelectedValues: Sendable {
  case whole([UInt8])
  /// One line per value, in the order of the response.
  case values(any Sequence<JSONView> & Sendable, count: Int)
}

/// An error found by `--error-if` in a successful response.
private struct ReportedError {
  let message: String
  /// The object that describes the error, as compact JSON; nil if there is none, or it is large.
  let detail: [UInt8]?

  /// The fields in which services store the text of an error, most specific first.
  private static let names = [
    "message", "description", "error", "error_description", "error_message", "detail", "title",
    "reason", "msg",
  ]
  private static let maximumDetailBytes = 64 * 1024

  /// Returns nil for values that mean "no error": `null`, `false`, 0 and empty ones.
  init?(at pointer: BodyPointer, in document: JSONView) {
    guard let value = pointer.value(in: document), Self.isError(value) else { return nil }
    var text = Self.text(of: value)
    var object = value
    if value.type != .object, value.type != .array,
      let parent = pointer.parent?.value(in: document),
      parent.type == .object
    {
      // A code or a flag beside its description.
      object = parent
      let description = Self.text(of: parent)
      if description != parent.plainText, description != text {
        text = value.type == .boolean ? description : "\(text): \(description)"
      }
    }
    message = text.truncated
    detail =
      object.type == .object && object.raw.count <= Self.maximumDetailBytes
      ? Array(object.plainText.utf8) : nil
  }

  private static func isError(_ value: JSONView) -> Bool {
    switch value.type {
    case .null: false
    case .boolean: value.boolean == true
    // Many services report success as `"error_code": 0`.
    case .number: value.double != 0
    case .string: value.raw.count > 2
    case .array, .object: !value.isEmpty
    }
  }

  /// The text in the value, or in its describing field or first element.
  private static func text(of value: JSONView) -> String {
    var value = value
    // Errors may be nested (`{"error":{"message":…}}`), but not without limit.
    for _ in 0..<4 {
      guard let inner = inner(of: value) else { break }
      value = inner
    }
    return value.plainText
  }

  private static func inner(of value: JSONView) -> JSONView? {
    switch value.type {
    case .object: names.lazy.compactMap { value[$0] }.first(where: isError)
    case .array: JSONElements(of: value).first { _ in true }
    default: nil
    }
  }
}

extension JSONView {
  fileprivate var isEmpty: Bool { !raw.dropFirst().dropLast().contains { !JSONByte.isSpace($0) } }
}
