internal import WirelineCore

/// A download that broke off and may be taken up again, as decisions:
/// RFC 9110 §14 and §13.1.5.
package struct PartialDownload: Sendable, Equatable {
  /// What is known of the part that is here.
  package struct Mark: Sendable, Equatable {
    package var url: String
    /// A strong validator: an entity tag as it came, or a date.
    package var validator: String

    package init(url: String, validator: String) {
      self.url = url
      self.validator = validator
    }
  }

  /// What an answer means for the part that is here.
  package enum Use: Sendable, Equatable {
    /// The rest comes, and this is how long all of it is, if that is known.
    case append(total: Int?)
    /// All of it comes, or an error.
    case restart
    /// Nothing is missing.
    case complete
    /// A part that does not go on with ours, or none at all: all of it has to be asked for.
    case useless
  }

  /// Bytes that are here.
  package let length: Int
  package let mark: Mark

  package init(length: Int, mark: Mark) {
    self.length = length
    self.mark = mark
  }

  /// The fields that ask for the rest, and for all of it if it has changed.
  package var headers: HeaderFields {
    ["Range": "bytes=\(length)-", "If-Range": mark.validator]
  }

  /// What to do with an answer to a request with `headers`.
  package func use(of head: ResponseHead) -> Use {
    let range = ContentRange(head.headers["Content-Range"] ?? "")
    switch head.status {
    case 206:
      // A server may send less than was asked for (§14.2), which is then not the rest.
      guard let range, range.first == length, range.isToTheEnd, !Self.isCoded(head.headers),
        isSameVersion(head.headers)
      else { return .useless }
      return .append(total: range.total)
    case 416: return range?.total == length && isSameVersion(head.headers) ? .complete : .useless
    default: return .restart
    }
  }

  /// By the validator of the answer, where it has one of the kind.
  private func isSameVersion(_ headers: HeaderFields) -> Bool {
    let isTag = mark.validator.hasPrefix("\"")
    return headers[isTag ? "ETag" : "Last-Modified"].map { $0 == mark.validator } ?? true
  }

  /// What a part of this answer may be taken up again by; nil where it may not.
  ///
  /// Bytes of a coded answer are counted before they are decoded, and a part has
  /// those that come out: there is no range that goes on with it.
  package static func mark(of headers: HeaderFields) -> String? {
    isCoded(headers) ? nil : validator(of: headers)
  }

  private static func isCoded(_ headers: HeaderFields) -> Bool {
    headers["Content-Encoding"].map { $0.trimmingSpaces.lowercased() != "identity" } ?? false
  }

  /// A strong validator of an answer, RFC 9110 §8.8.1; nil where it has none:
  /// then its part cannot be told from that of another version.
  package static func validator(of headers: HeaderFields) -> String? {
    if let tag = headers["ETag"] { return tag.hasPrefix("W/") ? nil : tag }
    // §8.8.2.2: a date is strong when the answer is a minute younger.
    guard let text = headers["Last-Modified"], let modified = HTTPDate.seconds(text),
      let now = headers["Date"].flatMap({ HTTPDate.seconds($0) }), now - modified >= 60
    else { return nil }
    return text
  }
}

/// `Content-Range`, RFC 9110 §14.4: `bytes 5-9/10`, `bytes */10`.
package struct ContentRange: Sendable, Equatable {
  /// Nil in the form without a range.
  package let first: Int?
  package let last: Int?
  /// Nil when unknown.
  package let total: Int?

  /// Whether nothing is known to come behind it.
  package var isToTheEnd: Bool { total == nil || last.map { $0 + 1 } == total }

  package init?(_ text: String) {
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
