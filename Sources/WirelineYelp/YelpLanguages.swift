/// The user's languages, as `Accept-Language` has them (RFC 9110 §12.5.4).
package enum YelpLanguages {
  /// More of them are left out.
  static let limit = 6

  /// Of the variables that POSIX and GNU gettext have for it, the first that says
  /// something: `LANGUAGE` (a list), `LC_ALL`, `LC_MESSAGES`, `LANG`.
  ///
  /// - Returns: nil where they say `C`, `POSIX` or nothing.
  package static func header(_ environment: (String) -> String?) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    guard let locale, let main = tag(locale[...]) else { return nil }
    var tags: [String] = []
    for part in (environment("LANGUAGE") ?? "").split(separator: ":") + [locale[...]] {
      if let tag = tag(part), !tags.contains(tag) { tags.append(tag) }
    }
    if tags.isEmpty { tags = [main] }
    return tags.prefix(limit).enumerated().map { index, tag in
      index == 0 ? tag : "\(tag);q=0.\(10 - index)"
    }.joined(separator: ", ")
  }

  /// `fr-FR` for `fr_FR.UTF-8@euro`; nil for what is no language.
  private static func tag(_ locale: Substring) -> String? {
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" })
    guard let language = parts.first, (2...3).contains(language.utf8.count), parts.count <= 2,
      name.utf8.allSatisfy({ 0x61...0x7A ~= $0 | 0x20 || $0 == 0x5F || $0 == 0x2D })
    else { return nil }
    return parts.count == 1
      ? language.lowercased() : "\(language.lowercased())-\(parts[1].uppercased())"
  }
}
