internal import WirelineCore

/// `offset=NAME,limit=NAME,size=N`: the parameters of a query that pick a page.
package struct OffsetParameters: Sendable, Equatable {
  /// The parameter that counts the elements before the page, from 0.
  package let offset: String
  /// The parameter that asks for `size` elements; nil where the service has no such.
  package let limit: String?
  /// 1 or more.
  package let size: Int

  package init(offset: String, limit: String?, size: Int) {
    self.offset = offset
    self.limit = limit
    self.size = size
  }

  /// - Throws: where `offset` or `size` is absent, or a word is none of the three.
  init(_ text: String) throws(InvalidAnswerOption) {
    var names: [Substring: Substring] = [:]
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, ["offset", "limit", "size"].contains(parts[0]),
        names.updateValue(parts[1], forKey: parts[0]) == nil
      else { throw Self.fault(text, "expected \"link\" or \"offset=NAME,limit=NAME,size=N\"") }
    }
    guard let offset = names["offset"] else { throw Self.fault(text, "\"offset\" is missing") }
    guard offset != names["limit"] else {
      throw Self.fault(text, "offset and limit are one parameter")
    }
    guard let digits = names["size"], let size = Int(digits: digits), size > 0 else {
      throw Self.fault(text, "\"size\" is a number from 1")
    }
    self.init(offset: String(offset), limit: names["limit"].map(String.init), size: size)
  }

  private static func fault(_ text: String, _ reason: String) -> InvalidAnswerOption {
    InvalidAnswerOption(text: text, reason: reason)
  }

  func firstPage(of url: RequestURL) -> RequestURL {
    page(of: url, offset: position(in: url) ?? 0)
  }

  /// The page after one with so many elements; nil when the offset is not a number that goes on.
  ///
  /// It moves by what came, not by what was asked for: a service with a lower limit of its own
  /// would otherwise lose elements between the pages.
  func page(after url: RequestURL, elements: Int) -> RequestURL? {
    guard let position = position(in: url) else { return nil }
    let (next, isOverflow) = position.addingReportingOverflow(elements)
    return isOverflow ? nil : page(of: url, offset: next)
  }

  private func page(of url: RequestURL, offset position: Int) -> RequestURL {
    var url = url
    url.query = Self.setting(offset, to: position, in: url.query)
    if let limit { url.query = Self.setting(limit, to: size, in: url.query) }
    return url
  }

  private func position(in url: RequestURL) -> Int? {
    let value = Self.items(url.query).first { Self.name(of: $0) == offset }
      .flatMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first }
    guard let value, let position = Int(value), position >= 0 else { return nil }
    return position
  }

  /// The query with one parameter changed where it stands, or added at its end.
  private static func setting(_ name: String, to value: Int, in query: String?) -> String {
    let item = PercentEncoding.component(name) + "=" + String(value)
    var isSet = false
    var kept: [Substring] = []
    for old in items(query) where !old.isEmpty {
      if self.name(of: old) != name {
        kept.append(old)
      } else if !isSet {
        kept.append(item[...])
        isSet = true
      }
    }
    if !isSet { kept.append(item[...]) }
    return kept.joined(separator: "&")
  }

  private static func items(_ query: String?) -> [Substring] {
    (query ?? "").split(separator: "&", omittingEmptySubsequences: true)
  }

  private static func name(of item: Substring) -> String {
    String(decoding: PercentEncoding.decoded(item.prefix { $0 != "=" }), as: UTF8.self)
  }
}
