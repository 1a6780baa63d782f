/// A failure as a line of JSON; every tool prints it in the place of the record that it could not
/// make, and hands on those of others.
///
/// `{"error":{"code":…,"message":…,"tool":…,"retryable":…},"ref":…,"line":…,"url":…,"input":…}`
package struct ErrorRecord: Error, Equatable, Sendable {
  package var code: ErrorCode
  /// For people: lower case, no full stop, the offending value quoted, no secrets.
  package var message: String
  /// The tool that failed, as its user calls it: `yelp-query`.
  package var tool: String
  /// Whether a later try may end differently.
  package var isRetryable: Bool
  /// Attempts made; absent where nothing was attempted.
  package var attempts: Int?
  /// The HTTP status; absent where there was no answer.
  package var status: Int?
  /// When to try again, in seconds since 1970; written as RFC 3339, absent if unknown.
  package var retryAt: Int?
  /// The server's own error object: one JSON value without a line break.
  package var detail: [UInt8]?
  /// What joins the answer to the question: one JSON value.
  package var ref: [UInt8]?
  /// The line of the input, from 1; absent for an operand.
  package var line: Int?
  /// Results before it, for an item that broke off in the midst of a list: where to
  /// go on.
  package var offset: Int?
  /// What was to be fetched, as given.
  package var url: String?
  /// The item as it came in, without its line feed.
  package var input: [UInt8]?
  /// What the code alone does not tell; it decides the exit status and is not written.
  package var distinction: Distinction?
  /// What to type; printed after the message, not written.
  package var hint: String?

  /// Failures that share a code but have exit statuses of their own.
  package enum Distinction: Equatable, Sendable {
    /// `tls`: the peer did not prove who it is, rather than a handshake that failed.
    case peerNotVerified
    /// `truncated`: not a byte of the answer came.
    case noAnswer
  }

  /// - Parameter isRetryable: nil takes the code's own answer.
  package init(code: ErrorCode, message: String, tool: String, isRetryable: Bool? = nil) {
    self.code = code
    self.message = message
    self.tool = tool
    self.isRetryable = isRetryable ?? code.isRetryable
  }

  /// The record with its line feed.
  package var lineBytes: [UInt8] {
    var writer = JSONWriter()
    writer.bytes.reserveCapacity(256 + message.utf8.count + (input?.count ?? 0))
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Writes the members into an object that is open, always in the same order.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.key("error")
    writer.beginObject()
    writeError(to: &writer)
    writer.endObject()
    if let ref { writer.member("ref", raw: ref) }
    if let line { writer.member("line", line) }
    if let url { writer.member("url", url) }
    if let offset { writer.member("offset", offset) }
    if let input { ErrorInput(input).write(to: &writer) }
  }

  private func writeError(to writer: inout JSONWriter) {
    writer.member("code", code.rawValue)
    writer.member("message", message)
    writer.member("tool", tool)
    writer.member("retryable", isRetryable)
    if let attempts { writer.member("attempts", attempts) }
    if let status { writer.member("status", status) }
    if let retryAt { writer.member("retry_at", CivilDate.timestamp(retryAt)) }
    if let detail { writer.member("detail", raw: detail) }
  }
}
