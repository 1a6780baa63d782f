internal import Synchronization
internal import WirelineCore

/// The secrets that were sent: a server that says what it got must not bring them
/// into a log, a record or a cassette.
package final class SentSecrets: Sendable {
  /// The one that was noted or seen again last stands last.
  private let values = Mutex<[[UInt8]]>([])

  /// As many as a run has of its own, and those of the requests under way.
  private static let maximumCount = 64
  /// Shorter ones are words that stand in any text, such as the name of a scheme.
  private static let minimumBytes = 8

  package init() {}

  /// Those of another, and from then on its own.
  package init(_ other: SentSecrets) {
    let known = other.values.withLock { $0 }
    values.withLock { $0 = known }
  }

  /// Notes the values of fields that are secrets.
  package func note(_ headers: HeaderFields) {
    for field in headers.fields where Secrets.isSecret(header: field.name) {
      // The credentials behind the scheme, or the values of cookies.
      let isCookie = field.name.isSameFieldName(as: "Cookie")
      let parts = field.value.split { $0 == " " || $0 == ";" }
      let hasScheme = parts.count > 1 && field.name.lowercased().hasSuffix("authorization")
      if hasScheme, let password = BasicCredentials.password(in: field.value) { note(password) }
      for part in hasScheme ? parts.dropFirst() : parts[...] {
        note(isCookie ? part.drop { $0 != "=" }.dropFirst() : part)
      }
    }
  }

  /// Notes the values of parameters that are secrets as a rule.
  package func note(_ url: RequestURL) {
    guard url.query != nil else { return }
    for parameter in url.parameters where Secrets.isSecret(parameter: parameter.name) {
      note(parameter.value)
      // As it was written.
      if parameter.value.contains(" ") {
        note(String(parameter.value.map { $0 == " " ? "+" : $0 }))
      }
    }
  }

  package func note(_ secret: some StringProtocol) {
    if secret.utf8.count >= Self.minimumBytes { note(exactly: secret) }
  }

  /// Notes a text of any length that is not empty.
  package func note(exactly secret: some StringProtocol) {
    let value = Array(secret.utf8)
    if value.isEmpty { return }
    values.withLock { values in
      if values.last == value { return }
      if let index = values.firstIndex(of: value) { values.remove(at: index) }
      values.append(value)
      if values.count > Self.maximumCount { values.removeFirst() }
    }
  }

  /// The same text with all that was noted masked.
  ///
  /// - Parameter isCut: whether there was more of it: then a beginning of a secret at its end is
  ///   taken away.
  package func masked(
    _ text: [UInt8], isCut: Bool = false, with mask: String = Secrets.mask
  ) -> [UInt8] {
    // One may begin as another does.
    let values = values.withLock { $0 }.sorted { $0.count > $1.count }
    var masked = values.reduce(text) { Self.masked($0, $1, mask) }
    guard isCut else { return masked }
    let tails = values.compactMap { SecretMatch.tail(of: masked, begins: $0) }
    if let start = tails.min() { masked.removeSubrange(start...) }
    return masked
  }

  /// Whether nothing was noted.
  package var isEmpty: Bool { values.withLock(\.isEmpty) }

  /// Whether a text holds any of what was noted.
  package func areRepeated(in text: [UInt8]) -> Bool {
    values.withLock { $0 }.contains { SecretMatch.first(of: $0, in: text, from: 0) != nil }
  }

  /// Whether header fields hold any of what was noted.
  package func areRepeated(in headers: HeaderFields) -> Bool {
    !isEmpty && headers.fields.contains { areRepeated(in: Array($0.value.utf8)) }
  }

  /// The largest number of bytes in which any of what was noted may be written.
  var longestBytes: Int {
    SecretMatch.longestStep * (values.withLock { $0.map(\.count).max() } ?? 0)
  }

  package func masked(_ text: String, with mask: String = Secrets.mask) -> String {
    if values.withLock(\.isEmpty) { return text }
    return String(decoding: masked(Array(text.utf8), with: mask), as: UTF8.self)
  }

  /// The same fields, the names as they are.
  package func masked(_ headers: HeaderFields) -> HeaderFields {
    HeaderFields(
      headers.fields.map { HeaderFields.Field(name: $0.name, value: masked($0.value)) })
  }

  private static func masked(_ text: [UInt8], _ value: [UInt8], _ mask: String) -> [UInt8] {
    var masked: [UInt8] = []
    var start = 0
    while let found = SecretMatch.first(of: value, in: text, from: start) {
      masked += text[start..<found.lowerBound]
      masked += mask.utf8
      start = found.upperBound
    }
    return start == 0 ? text : masked + text[start...]
  }
}
