/// A response as a cache keeps it: everything but the body.
package struct StoredResponse: Sendable, Equatable {
  /// The status and those header fields that may be kept (RFC 9111 §3.1).
  package var head: ResponseHead
  /// When the request was sent, in seconds since 1970 (§4.2.3, request_time).
  package var requestTime: Int
  /// When the head came, or the one that validated it (§4.2.3, response_time).
  package var responseTime: Int
  package var selecting: SelectingFields

  package init(
    head: ResponseHead, requestTime: Int, responseTime: Int, selecting: SelectingFields
  ) {
    self.head = head
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.selecting = selecting
  }

  var cacheControl: CacheControl { CacheControl(response: head.headers) }

  /// Seconds since 1970 of `Date`, or else of the arrival (RFC 9110 §6.6.1).
  var date: Int { head.headers["Date"].flatMap { HTTPDate.seconds($0) } ?? responseTime }

  var entityTag: EntityTag? { head.headers["ETag"].map(EntityTag.init) }

  /// Seconds since 1970; nil where there is none that can be understood.
  var lastModified: Int? { head.headers["Last-Modified"].flatMap { HTTPDate.seconds($0) } }

  /// Whether a server can be asked if it is still good (RFC 9110 §8.8).
  package var hasValidator: Bool { entityTag != nil || lastModified != nil }

  /// The fields that make a request for this response conditional, RFC 9111
  /// §4.3.1; empty where it has no validator.
  package var conditions: HeaderFields {
    var fields = HeaderFields()
    if let tag = head.headers["ETag"] { fields.append("If-None-Match", tag) }
    // The text as it came: some servers compare it byte by byte.
    if lastModified != nil, let text = head.headers["Last-Modified"] {
      fields.append("If-Modified-Since", text)
    }
    return fields
  }

  /// The head as it is given out again: with its age (RFC 9111 §4, §5.1).
  package func head(age: Int) -> ResponseHead {
    var aged = head
    aged.headers.set("Age", String(age))
    return aged
  }
}
