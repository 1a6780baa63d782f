package import WirelineCore

extension RequestURL {
  /// Resolves a reference such as a `Location` against this URL, RFC 3986 §5.2.
  package func resolving(_ reference: String) throws(InvalidURL) -> RequestURL {
    let text = reference.trimmingSpaces
    if Self.hasScheme(text) { return try RequestURL(text) }
    let base = "\(scheme.rawValue)://\(authority)"
    if text.hasPrefix("//") { return try RequestURL("\(scheme.rawValue):\(text)") }
    if text.hasPrefix("/") { return try RequestURL(base + text).removingDotSegments() }
    if text.hasPrefix("?") { return try RequestURL(base + path + text) }
    if text.isEmpty || text.hasPrefix("#") { return self }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try RequestURL(base + folder + text).removingDotSegments()
  }

  /// Whether a word that may be a path means a URL: a scheme of two letters or
  /// more is there, whether or not it is one that is spoken here.
  package static func looksAbsolute(_ text: String) -> Bool {
    guard hasScheme(text), let colon = text.firstIndex(of: ":") else { return false }
    return text[..<colon].utf8.count > 1 && text[text.index(after: colon)...].hasPrefix("/")
  }

  private static func hasScheme(_ text: String) -> Bool {
    guard let end = text.firstIndex(where: { ":/?#".contains($0) }) else { return false }
    return text[end] == ":" && end != text.startIndex
  }

  /// RFC 3986 §5.2.4.
  func removingDotSegments() -> RequestURL {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in zip(segments.indices, segments) {
      let isLast = index == segments.endIndex - 1
      switch segment {
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      case ".": if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    var result = self
    result.path = "/" + kept.joined(separator: "/")
    return result
  }
}
