internal import WirelineCore

package struct StoredResponse: Sendable, Equatable {
  /// The status and the header fields that may be stored (RFC 9111 §3.1).
  var head: ResponseHead
  /// The time when the request was sent, in seconds since 1970 (§4.2.3, request_time).
  var requestTime: Int
  /// The time when the response or the 304 that validated it was received (§4.2.3, response_time).
  var responseTime: Int
  var selecting: SelectingFields

  var cacheControl: CacheControl { CacheControl(response: head.headers) }

  /// The `Date` field in seconds since 1970; the time of receipt if absent (RFC 9110 §6.6.1).
  var date: Int { head.headers["Date"].flatMap { HTTPDate.seconds($0) } ?? responseTime }

  var entityTag: EntityTag? { head.headers["ETag"].map(EntityTag.init) }

  /// Seconds since 1970; nil if missing or invalid.
  var lastModified: Int? { head.headers["Last-Modified"].flatMap { HTTPDate.seconds($0) } }

  /// Whether the response can be revalidated (RFC 9110 §8.8).
  var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// The fields of a conditional request for this response, RFC 9111 §4.3.1; empty without a
  /// validator.
  var conditions: HeaderFields {
    var fields = HeaderFields()
    if let tag = head.headers["ETag"] { fields.append("If-None-Match", tag) }
    // Sent verbatim: some servers compare the text.
    if lastModified != nil, let text = head.headers["Last-Modified"] {
      fields.append("If-Modified-Since", text)
    }
    return fields
  }

  /// The head to return to the caller, with the `Age` field (RFC 9111 §4, §5.1).
  func head(age: Int) -> ResponseHead {
    var aged = head
    aged.headers.set("Age", String(age))
    return aged
  }
}

extension HeaderFields {
  /// The response fields that a cache may store, RFC 9111 §3.1: neither those of the connection nor
  /// those named by `no-cache="…"` (§5.2.2.4).
  ///
  /// Also omits `Set-Cookie`, which is secret and meant for the first receiver.
  var storable: HeaderFields {
    var unwanted = Set(Self.neverStored)
    for value in values(of: "Connection") {
      unwanted.formUnion(value.split(separator: ",").map { $0.trimmingSpaces.lowercased() })
    }
    if case .fields(let names)? = CacheControl(response: self).noCache {
      unwanted.formUnion(names.map { $0.lowercased() })
    }
    return HeaderFields(fields.filter { !unwanted.contains($0.name.lowercased()) })
  }

  /// Returns these fields updated from a newer response without content (304, or to HEAD), RFC 9111
  /// §3.2. Its fields replace those of the same name, except the ones that describe the stored
  /// content.
  func updated(by newer: HeaderFields) -> HeaderFields {
    var result = self
    // Both describe when their own message was sent.
    for name in ["Age", "Date"] { result.remove(name) }
    let replacing = newer.fields.filter { !Self.boundToContent.contains($0.name.lowercased()) }
    for field in replacing { result.remove(field.name) }
    return HeaderFields(result.fields + replacing)
  }

  private static let neverStored = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  private static let boundToContent: Set<String> = [
    "content-encoding", "content-length", "content-range", "transfer-encoding",
  ]
}

/// The encoding of heads in the index: lines, as in a message.
extension StoredResponse {
  /// The head as bytes; nil if a value contains a line break, which the parsers reject.
  var encoded: [UInt8]? {
    var lines = [
      Self.signature, "\(head.status) \(head.httpVersion)", "\(requestTime) \(responseTime)",
      selecting.fingerprint, selecting.names.joined(separator: ","),
    ]
    lines += head.headers.fields.map { "\($0.name):\($0.value)" }
    let isSafe = lines.allSatisfy { !$0.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 } }
    let hasNames = head.headers.fields.allSatisfy {
      !$0.name.isEmpty && $0.name.utf8.allSatisfy(HeaderFields.isTokenByte)
    }
    return isSafe && hasNames ? Array(lines.joined(separator: "\n").utf8) : nil
  }

  /// Returns nil if the bytes were not written by `encoded`.
  init?(encoded bytes: [UInt8]) {
    // Split as bytes: a line break and a combining character form a single `Character`.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 5, lines[0] == Self.signature else { return nil }
    let start = lines[1].split(separator: " ", omittingEmptySubsequences: false)
    let times = lines[2].split(separator: " ").compactMap { Int($0) }
    guard start.count == 2, let status = Int(start[0]), (100...999).contains(status),
      times.count == 2, times.allSatisfy({ Self.plausibleTimes.contains($0) })
    else { return nil }
    var headers = HeaderFields()
    for line in lines.dropFirst(5) {
      guard let colon = line.utf8.firstIndex(of: 0x3A) else { return nil }
      headers.append(String(line[..<colon]), String(line[line.utf8.index(after: colon)...]))
    }
    self.init(
      head: ResponseHead(status: status, httpVersion: String(start[1]), headers: headers),
      requestTime: times[0], responseTime: times[1],
      selecting: SelectingFields(
        names: lines[4].split(separator: ",").map(String.init), fingerprint: lines[3]))
  }

  private static let signature = "wireline-head-1"
  /// Up to the year 9999, so that sums of times do not overflow.
  private static let plausibleTimes = 0...253_402_300_799
}

/// An entity tag, RFC 9110 §8.8.3.
struct EntityTag: Sendable, Equatable {
  /// The opaque tag with its quotes.
  let opaque: String
  let isWeak: Bool

  /// An invalid tag (without quotes, `w/"…"`) is used verbatim and treated as weak.
  init(_ field: String) {
    let text = field.trimmingSpaces
    let hasWeakPrefix = text.hasPrefix("W/")
    opaque = hasWeakPrefix ? String(text.dropFirst(2)) : text
    let isQuoted = opaque.utf8.count >= 2 && opaque.hasPrefix("\"") && opaque.hasSuffix("\"")
    isWeak = hasWeakPrefix || !isQuoted
  }

  /// Strong comparison, RFC 9110 §8.8.3.2.
  func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// Weak comparison, RFC 9110 §8.8.3.2.
  func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}
