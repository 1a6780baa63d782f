internal import WirelineCore
internal import WirelineRequests

/// An error description in `application/problem+json`, RFC 9457.
struct ProblemDetails: Sendable {
  static let mediaType = "application/problem+json"
  /// Longer values are truncated, in characters.
  static let maximumLength = 1000

  /// The text for people: title and status, the detail, then the other fields, indented.
  ///
  /// May contain control characters from the server: escape them before writing to a terminal.
  let lines: [String]

  /// RFC 9457 §3.1: fields of the wrong type are ignored.
  init?(_ body: [UInt8]) {
    guard let object = try? JSONView.parse(body), object.type == .object else { return nil }
    func text(_ name: String) -> String? {
      object[name]?.string.flatMap { $0.isEmpty ? nil : $0.truncated }
    }
    let (title, detail) = (text("title"), text("detail"))
    var heading = title ?? detail ?? "problem"
    if let status = object["status"]?.integer, (100...599).contains(status) {
      heading += " (\(status))"
    }
    var lines = [heading]
    if title != nil, let detail {
      lines += detail.split(whereSeparator: \.isNewline).map(String.init)
    }
    if let type = text("type"), type != "about:blank" { lines.append("  type: \(type)") }
    if let instance = text("instance") { lines.append("  instance: \(instance)") }
    let standard = ["type", "title", "status", "detail", "instance"]
    for (name, value) in object.fields where !standard.contains(name) {
      lines.append("  \(name.truncated): \(value.plainText.truncated)")
    }
    self.lines = lines
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
  var truncated: String {
    let limit = ProblemDetails.maximumLength
    return count > limit ? String(prefix(limit)) + "…" : self
  }
}
