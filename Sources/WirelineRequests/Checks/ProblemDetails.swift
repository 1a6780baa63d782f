internal import WirelineCore

/// An error description in `application/problem+json`, RFC 9457.
package struct ProblemDetails: Sendable, Equatable {
  /// A field that RFC 9457 does not define.
  package struct Extension: Sendable, Equatable {
    package let name: String
    /// The text of a string, or other values as compact JSON.
    package let text: String
  }

  /// Longer values are truncated in `lines`, in characters.
  package static let maximumLength = 1000

  /// A URI reference; nil for `about:blank`.
  package private(set) var type: String?
  package private(set) var title: String?
  package private(set) var status: Int?
  package private(set) var detail: String?
  package private(set) var instance: String?
  package private(set) var extensions: [Extension] = []

  /// - Returns: nil if the body is not a JSON object.
  package init?(_ body: [UInt8]) {
    guard let object = try? JSONView.parse(body), object.type == .object else { return nil }
    for (name, value) in object.fields { take(name, value) }
  }

  /// Whether a `Content-Type` indicates a problem description.
  package static func isProblem(mediaType: String) -> Bool {
    mediaType.prefix { $0 != ";" }.trimmingSpaces.lowercased() == "application/problem+json"
  }

  /// The text for people: title and status, the detail, then the other fields, indented.
  ///
  /// May contain control characters from the server: escape them before writing to a terminal.
  package var lines: [String] {
    var lines = [heading]
    if let detail, title != nil { lines += Self.split(detail) }
    if let type { lines.append("  type: \(type.truncated)") }
    if let instance { lines.append("  instance: \(instance.truncated)") }
    for member in extensions {
      lines.append("  \(member.name.truncated): \(member.text.truncated)")
    }
    return lines
  }

  private var heading: String {
    let text = (title ?? detail ?? "problem").truncated
    return status.map { "\(text) (\($0))" } ?? text
  }

  /// RFC 9457 §3.1: fields of the wrong type are ignored.
  private mutating func take(_ name: String, _ value: JSONView) {
    switch name {
    case "type": type = value.string.flatMap { $0 == "about:blank" || $0.isEmpty ? nil : $0 }
    case "title": title = Self.filled(value)
    case "status": status = value.integer.flatMap { (100...599).contains($0) ? $0 : nil }
    case "detail": detail = Self.filled(value)
    case "instance": instance = Self.filled(value)
    default: extensions.append(Extension(name: name, text: value.plainText))
    }
  }

  private static func filled(_ value: JSONView) -> String? {
    value.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func split(_ text: String) -> [String] {
    text.truncated.split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension JSONView {
  /// The text of a string, or any other value as compact JSON.
  var plainText: String {
    if let string { return string }
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension String {
  /// The text truncated to `ProblemDetails.maximumLength`.
  var truncated: String {
    let limit = ProblemDetails.maximumLength
    return count > limit ? String(prefix(limit)) + "…" : self
  }
}
