internal import WirelineCore
internal import WirelineRequests

/// Decisions about resuming an interrupted download, RFC 9110 §14 and §13.1.5.
struct PartialDownload: Sendable, Equatable {
  /// The relation of a response to the partial file.
  enum Use: Sendable, Equatable {
    /// The rest follows; `total` is the complete length if known.
    case append(total: Int?)
    /// The response is complete, or an error.
    case restart
    case complete
    /// The response does not continue the file: request everything.
    case useless
  }

  let length: Int
  /// A strong validator: an entity tag verbatim, or a date.
  let validator: String

  /// The fields that request the rest, or everything if it has changed.
  var headers: HeaderFields { ["Range": "bytes=\(length)-", "If-Range": validator] }

  /// Interprets the response to a request with `headers`.
  func use(of head: ResponseHead) -> Use {
    let range = ContentRange(head.headers["Content-Range"] ?? "")
    switch head.status {
    case 206:
      // A server may send less than requested (§14.2), which is not the rest.
      guard let range, range.first == length, range.isToTheEnd, !Self.isEncoded(head.headers),
        isSameVersion(head.headers)
      else { return .useless }
      return .append(total: range.total)
    case 416: return range?.total == length && isSameVersion(head.headers) ? .complete : .useless
    default: return .restart
    }
  }

  private func isSameVersion(_ headers: HeaderFields) -> Bool {
    let isTag = validator.hasPrefix("\"")
    return headers[isTag ? "ETag" : "Last-Modified"].map { $0 == validator } ?? true
  }

  /// Returns the validator to resume this response with, or nil.
  ///
  /// Ranges of an encoded response count encoded bytes, but the partial file has decoded bytes, so
  /// it cannot be resumed.
  static func mark(of headers: HeaderFields) -> String? {
    isEncoded(headers) ? nil : validator(of: headers)
  }

  private static func isEncoded(_ headers: HeaderFields) -> Bool {
    headers["Content-Encoding"].map { $0.trimmingSpaces.lowercased() != "identity" } ?? false
  }

  /// A strong validator, RFC 9110 §8.8.1, or nil. Without one, versions cannot be distinguished.
  static func validator(of headers: HeaderFields) -> String? {
    if let tag = headers["ETag"] { return tag.hasPrefix("W/") ? nil : tag }
    // §8.8.2.2: a date is a strong validator if the response is at least a minute younger.
    guard let text = headers["Last-Modified"], let modified = HTTPDate.seconds(text),
      let now = headers["Date"].flatMap({ HTTPDate.seconds($0) }), now - modified >= 60
    else { return nil }
    return text
  }
}

/// `Content-Range`, RFC 9110 §14.4: `bytes 5-9/10`, `bytes */10`.
struct ContentRange: Sendable, Equatable {
  /// The position of the first byte; nil if the field contains no range.
  let first: Int?
  let last: Int?
  /// The length of the whole file; nil if unknown.
  let total: Int?

  var isToTheEnd: Bool { total == nil || last.map { $0 + 1 } == total }

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    if parts[1] == "*" {
      total = nil
    } else {
      guard let number = Int(digits: parts[1]) else { return nil }
      total = number
    }
    if parts[0] == "*" {
      guard total != nil else { return nil }
      (first, last) = (nil, nil)
      return
    }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Int(digits: ends[0]), let last = Int(digits: ends[1]),
      first <= last, last < total ?? .max
    else { return nil }
    (self.first, self.last) = (first, last)
  }
}
