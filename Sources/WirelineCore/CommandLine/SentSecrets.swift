internal import Synchronization

/// The secrets that were sent: a server that says what it got must not bring them
/// into a log.
final class SentSecrets: Sendable {
  private let values = Mutex<[[UInt8]]>([])

  /// As many as a run has of its own; more would be those of its input.
  private static let maximumCount = 64
  /// Shorter ones are words that stand in any text, such as the name of a scheme.
  private static let minimumBytes = 8

  func note(_ headers: HeaderFields) {
    for field in headers.fields where Secrets.isSecret(header: field.name) {
      // The credentials behind the scheme, or the values of cookies.
      for part in field.value.split(whereSeparator: { $0 == " " || $0 == ";" }) {
        note(field.name.isSameFieldName(as: "Cookie") ? part.drop { $0 != "=" }.dropFirst() : part)
      }
    }
  }

  private func note(_ part: Substring) {
    let value = Array(part.utf8)
    guard value.count >= Self.minimumBytes else { return }
    values.withLock { values in
      if values.count < Self.maximumCount, !values.contains(value) { values.append(value) }
    }
  }

  /// The same text with all that was noted masked.
  func masked(_ text: [UInt8]) -> [UInt8] {
    values.withLock { $0 }.reduce(text) { text, value in
      var masked: [UInt8] = []
      var start = 0
      while let found = Self.position(of: value, in: text, from: start) {
        masked += text[start..<found]
        masked += Secrets.mask.utf8
        start = found + value.count
      }
      return start == 0 ? text : masked + text[start...]
    }
  }

  private static func position(of value: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    guard let first = value.first, text.count >= value.count else { return nil }
    var index = start
    while index <= text.count - value.count {
      if text[index] == first, text[index..<index + value.count].elementsEqual(value) {
        return index
      }
      index += 1
    }
    return nil
  }
}
