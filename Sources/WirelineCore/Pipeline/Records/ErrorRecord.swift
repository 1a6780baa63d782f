/// A failure as a line of JSON, printed instead of the record that could not be created. Tools pass
/// through those of other tools.
///
/// `{"error":{"code":…,"message":…,"tool":…,"retryable":…},"ref":…,"line":…,"url":…,"input":…}`
package struct ErrorRecord: Error, Equatable, Sendable {
  package var code: ErrorCode
  /// For people: lower case, no full stop, the offending value quoted, no secrets.
  package var message: String
  /// The name of the tool that failed, such as `yelp-query`.
  package var tool: String
  package var isRetryable: Bool
  /// The number of attempts; absent if none was made.
  package var attempts: Int?
  /// The HTTP status; absent without a response.
  package var status: Int?
  /// The time when to retry, in seconds since 1970; written as RFC 3339, absent if unknown.
  package var retryAt: Int?
  /// Whether another run can process the item, because a quota or an announced limit is used up.
  package var isPostponed: Bool
  /// The server's own error object: one JSON value without a line break.
  package var detail: [UInt8]?
  /// The reference that joins output to input: one JSON value.
  package var ref: [UInt8]?
  /// The line of the input, from 1; absent for an operand.
  package var line: Int?
  /// The number of results before the failure, from which a retry resumes.
  package var offset: Int?
  /// The requested URL, as given.
  package var url: String?
  /// The item verbatim, without its line feed.
  package var input: [UInt8]?
  /// Selects the exit status where the code alone does not; written to cassettes only.
  package var distinction: Distinction?
  /// A hint for the user, printed after the message; not written.
  package var hint: String?

  /// Failures with the same code but different exit statuses.
  package enum Distinction: String, Sendable {
    /// `tls`: the peer could not be verified, rather than a failed handshake.
    case peerNotVerified = "peer_not_verified"
    case otherKey = "other_key"
    case noResponse = "no_response"
    /// `protocol`: a head that is invalid, of another protocol, or too large, and an unknown
    /// transfer coding, rather than an invalid body.
    case invalidHead = "invalid_head"
    case otherProtocol = "other_protocol"
    case oversizedHead = "oversized_head"
    case transferCoding = "transfer_coding"
    /// `internal`: the system refused a thread, a process or memory, rather than a bug. Does not
    /// concern requests.
    case systemRefusal = "system_refusal"
  }

  /// - Parameter isRetryable: nil for the code's default.
  package init(code: ErrorCode, message: String, tool: String, isRetryable: Bool? = nil) {
    self.code = code
    self.message = message
    self.tool = tool
    self.isRetryable = isRetryable ?? code.isRetryable
    isPostponed = code == .quotaExhausted
  }

  package init(_ error: FileError, tool: String) {
    self.init(code: error.isReading ? .read : .write, message: error.description, tool: tool)
  }

  package var lineBytes: [UInt8] {
    JSONWriter.line { writer in
      writer.bytes.reserveCapacity(256 + message.utf8.count + (input?.count ?? 0))
      writeFields(to: &writer)
    }
  }

  static let fields = ["error", "ref", "line", "url", "offset", "input", "input_base64"]

  /// Writes the fields into an open object, always in the same order.
  package func writeFields(to writer: inout JSONWriter) {
    writeFields(to: &writer) { writer in
      if let url { writer.field("url", url) }
      if let offset { writer.field("offset", offset) }
    }
  }

  /// Writes `error` first and `input` last, with other fields between them.
  package func writeFields(
    to writer: inout JSONWriter, around writeOthers: (inout JSONWriter) -> Void
  ) {
    writer.key("error")
    writer.object(writeError)
    if let ref { writer.field("ref", raw: ref) }
    if let line { writer.field("line", line) }
    writeOthers(&writer)
    // JSON is a string too: readers of tables expect one type in a column.
    guard let input, input.count <= Self.maximumInputBytes else { return }
    if let text = String(validating: input, as: UTF8.self) {
      writer.field("input", text)
    } else {
      writer.field("input_base64", base64: input)
    }
  }

  /// A longer input is omitted.
  static let maximumInputBytes = 1 << 20

  /// Writes the fields of `error` into an open object.
  package func writeError(to writer: inout JSONWriter) {
    writer.field("code", code.rawValue)
    writer.field("message", message)
    writer.field("tool", tool)
    writer.field("retryable", isRetryable)
    if let attempts { writer.field("attempts", attempts) }
    if let status { writer.field("status", status) }
    if let retryAt { writer.field("retry_at", CivilDate.timestamp(retryAt)) }
    if let detail { writer.field("detail", raw: detail) }
  }
}

extension FileError {
  package var isReading: Bool { operation == "open" || operation == "read" || operation == "stat" }
}

extension ErrorCode {
  package init(_ error: SQLiteError) { self.init(error.kind) }

  package init(_ kind: SQLiteError.Kind) {
    self =
      switch kind {
      case .damaged: .decode
      case .reading: .read
      case .writing: .write
      case .busy: .locked
      case .other: .internal
      }
  }
}
