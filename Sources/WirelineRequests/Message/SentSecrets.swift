internal import Synchronization
internal import WirelineCore

/// The secrets that were sent, which must not appear in logs, records or cassettes even if a server
/// repeats them.
package final class SentSecrets: Sendable {
  private let values = Mutex<[[UInt8]]>([])

  /// Enough for the secrets of a run and of the requests in flight.
  private static let maximumCount = 64
  /// Shorter values may be ordinary words, such as the name of a scheme.
  private static let minimumBytes = 8

  package init() {}

  /// The secrets of a request, and others.
  package init(of request: RequestSpecification, and other: SentSecrets = SentSecrets()) {
    let known = other.values.withLock { $0 }
    values.withLock { $0 = known }
    note(request.headers)
    note(request.url)
  }

  package func note(_ headers: HeaderFields) {
    for field in headers.fields where Secrets.isSecret(header: field.name) {
      // The credentials after the scheme, or the values of cookies.
      let isCookie = field.name.isSameFieldName(as: "Cookie")
      let parts = field.value.split { $0 == " " || $0 == ";" }
      let hasScheme = parts.count > 1 && field.name.lowercased().hasSuffix("authorization")
      if hasScheme, let password = BasicCredentials.password(in: field.value) { note(password) }
      let digest = hasScheme ? DigestChallenge.secrets(in: field.value) : []
      if !digest.isEmpty {
        for secret in digest { note(secret) }
        continue
      }
      for part in hasScheme ? parts.dropFirst() : parts[...] {
        note(isCookie ? part.drop { $0 != "=" }.dropFirst() : part)
      }
    }
  }

  /// Records the values of query parameters that are usually secret.
  package func note(_ url: RequestURL) {
    guard url.query != nil else { return }
    for parameter in url.parameters where Secrets.isSecret(parameter: parameter.name) {
      note(parameter.value)
      // The spelling in the URL.
      if parameter.value.contains(" ") {
        note(String(parameter.value.map { $0 == " " ? "+" : $0 }))
      }
    }
  }

  package func note(_ secret: some StringProtocol) {
    if secret.utf8.count >= Self.minimumBytes { note(exactly: secret) }
  }

  /// Records a text of any length except an empty one.
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

  /// Returns the text with all secrets masked.
  ///
  /// - Parameter isCut: whether the text is incomplete. If it ends with the beginning of a secret,
  ///   that is removed.
  package func masked(
    _ text: [UInt8], isCut: Bool = false, with mask: String = Secrets.mask
  ) -> [UInt8] {
    // Longest first: one secret may be a prefix of another.
    let values = values.withLock { $0 }.sorted { $0.count > $1.count }
    var masked = values.reduce(text) { Self.masked($0, hiding: $1, with: mask) }
    guard isCut else { return masked }
    let tails = values.compactMap { SecretMatch.tail(of: masked, begins: $0) }
    if let start = tails.min() { masked.removeSubrange(start...) }
    return masked
  }

  package var isEmpty: Bool { values.withLock(\.isEmpty) }

  /// Whether a text contains any of the secrets.
  package func occur(in text: [UInt8]) -> Bool {
    values.withLock { $0 }.contains { SecretMatch.first(of: $0, in: text, from: 0) != nil }
  }

  package func occur(in headers: HeaderFields) -> Bool {
    !isEmpty && headers.fields.contains { occur(in: Array($0.value.utf8)) }
  }

  var longestBytes: Int {
    SecretMatch.longestStep * (values.withLock { $0.map(\.count).max() } ?? 0)
  }

  package func masked(_ text: String, with mask: String = Secrets.mask) -> String {
    if values.withLock(\.isEmpty) { return text }
    return String(decoding: masked(Array(text.utf8), with: mask), as: UTF8.self)
  }

  package func masked(_ headers: HeaderFields) -> HeaderFields {
    HeaderFields(headers.fields.map { HeaderFields.Field(name: $0.name, value: masked($0.value)) })
  }

  private static func masked(
    _ text: [UInt8], hiding value: [UInt8], with mask: String
  ) -> [UInt8] {
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

extension RequestError {
  /// Replaces secrets by `***`. Messages quote header fields, redirects and encodings, in which a
  /// server may repeat what it was sent.
  package func hiding(_ secrets: SentSecrets) -> RequestError {
    var error = self
    let masked = secrets.masked(message, with: "***")
    if masked != message { error.maskedMessage = masked }
    return error
  }
}

/// Finds a secret in a text, verbatim, escaped as in JSON (RFC 8259 §7: `\/`, `\u002B`) or
/// percent-encoded: servers repeat their input in various encodings.
enum SecretMatch {
  private enum Step {
    case same(next: Int)
    case other
    /// The text ends before the comparison is decided.
    case ended
  }

  private enum Outcome {
    case whole(end: Int)
    case none
    case begun
  }

  /// Returns the first occurrence at or after `start`.
  ///
  /// - Parameter value: not empty.
  static func first(of value: [UInt8], in text: [UInt8], from start: Int) -> Range<Int>? {
    text.withUnsafeBufferPointer { text in
      value.withUnsafeBufferPointer { value in
        guard let first = value.first else { return nil }
        for index in start..<max(start, text.count)
        where text[index] == first || text[index] == backslash || text[index] == percent {
          if case .whole(let end) = match(value, in: text, from: index) { return index..<end }
        }
        return nil
      }
    }
  }

  /// Returns the start of an incomplete secret at the end of a text, or nil.
  static func tail(of text: [UInt8], begins value: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { text in
      value.withUnsafeBufferPointer { value in
        (max(0, text.count - longestStep * value.count)..<text.count).first { index in
          if case .begun = match(value, in: text, from: index) { true } else { false }
        }
      }
    }
  }

  /// The maximum length of an encoded byte: `\u002B`.
  static let longestStep = 6

  private static let backslash = UInt8(ascii: "\\")
  private static let percent = UInt8(ascii: "%")

  private static func match(
    _ value: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Outcome {
    var index = start
    for byte in value {
      switch step(byte, in: text, at: index) {
      case .same(let next): index = next
      case .other: return .none
      case .ended: return .begun
      }
    }
    return .whole(end: index)
  }

  private static func step(
    _ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Step {
    guard index < text.count else { return .ended }
    var escape = Step.other
    if text[index] == percent { escape = digits(of: byte, in: text, at: index + 1, count: 2) }
    if text[index] == backslash { escape = escaped(byte, in: text, at: index + 1) }
    if case .other = escape { return text[index] == byte ? .same(next: index + 1) : .other }
    return escape
  }

  private static func escaped(
    _ byte: UInt8, in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> Step {
    guard index < text.count else { return .ended }
    switch text[index] {
    case UInt8(ascii: "u"): return digits(of: byte, in: text, at: index + 1, count: 4)
    case backslash, UInt8(ascii: "/"), UInt8(ascii: "\""):
      return text[index] == byte ? .same(next: index + 1) : .other
    default: return .other
    }
  }

  private static func digits(
    of byte: UInt8, in text: UnsafeBufferPointer<UInt8>, at index: Int, count: Int
  ) -> Step {
    var number = 0
    for index in index..<index + count {
      guard index < text.count else { return .ended }
      guard let digit = JSONByte.hexadecimalDigit(text[index]) else { return .other }
      number = number << 4 | Int(digit)
    }
    return number == Int(byte) ? .same(next: index + count) : .other
  }
}
