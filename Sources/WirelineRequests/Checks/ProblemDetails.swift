internal import WirelineCore

/// What a service says about a failure in `application/problem+json`, RFC 9457.
package struct ProblemDetails: Sendable, Equatable {
  /// A member that RFC 9457 does not name.
  package struct Extension: Sendable, Equatable {
    package let name: String
    /// The text of a string, other values as compact JSON.
    package let text: String
  }

  /// More of one value than this many characters is cut off in `lines`.
  package static let maximumLength = 1000

  /// A URI reference; nil stands for `about:blank`.
  package private(set) var type: String?
  package private(set) var title: String?
  package private(set) var status: Int?
  package private(set) var detail: String?
  package private(set) var instance: String?
  /// In the order of the body.
  package private(set) var extensions: [Extension] = []

  /// - Returns: nil for a body that is no JSON object.
  package init?(_ body: [UInt8]) {
    guard let object = try? JSONView.parse(body), object.type == .object else { return nil }
    for (name, value) in object.members { take(name, value) }
  }

  /// Whether a `Content-Type` announces a problem.
  package static func isProblem(mediaType: String) -> Bool {
    mediaType.prefix { $0 != ";" }.trimmingSpaces.lowercased() == "application/problem+json"
  }

  /// The text for people: title and status, the detail, then the members, indented.
  ///
  /// Control characters in it are the server's: escape each line before a terminal gets it.
  package var lines: [String] {
    var lines = [heading]
    if let detail, title != nil { lines += Self.split(detail) }
    if let type { lines.append("  type: \(Self.cut(type))") }
    if let instance { lines.append("  instance: \(Self.cut(instance))") }
    for member in extensions {
      lines.append("  \(Self.cut(member.name)): \(Self.cut(member.text))")
    }
    return lines
  }

  private var heading: String {
    let text = Self.cut(title ?? detail ?? "problem")
    return status.map { "\(text) (\($0))" } ?? text
  }

  /// RFC 9457 §3.1: a member of the wrong type is ignored.
  private mutating func take(_ name: String, _ value: JSONView) {
    switch name {
    case "type": type = value.string.flatMap { $0 == "about:blank" || $0.isEmpty ? nil : $0 }
    case "title": title = Self.filled(value)
    case "status": status = value.integer.flatMap { (100...599).contains($0) ? $0 : nil }
    case "detail": detail = Self.filled(value)
    case "instance": instance = Self.filled(value)
    default: extensions.append(Extension(name: name, text: Self.text(of: value)))
    }
  }

  private static func filled(_ value: JSONView) -> String? {
    value.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func text(of value: JSONView) -> String {
    if let text = value.string { return text }
    var writer = JSONWriter()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A text of the server's has lines of its own.
  private static func split(_ text: String) -> [String] {
    cut(text).split(whereSeparator: \.isNewline).map(String.init)
  }

  private static func cut(_ text: String) -> String {
    text.count > maximumLength ? String(text.prefix(maximumLength)) + "…" : text
  }
}
