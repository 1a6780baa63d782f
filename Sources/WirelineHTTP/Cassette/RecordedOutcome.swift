import WirelineCore
import WirelineRequests

/// The outcome of an attempt.
enum RecordedOutcome: Sendable {
  case response(RecordedResponse)
  case failure(RequestError)

  /// The number of the attempt, starting at 1.
  var attempt: Int {
    switch self {
    case .response(let response): response.attempt
    case .failure(let error): error.attempts
    }
  }

  /// The number of the attempt in an outcome's line. Others could overflow.
  static func attempt(_ view: JSONView) -> Int {
    view["attempts"]?.integer.map { min(max($0, 0), 1_000_000) } ?? 1
  }

  /// Whether another attempt follows by default.
  var isRetryable: Bool {
    switch self {
    case .response(let response): RetryPolicy.isRetryable(status: response.head.status)
    case .failure(let error): error.isRetryable
    }
  }

  /// Whether another attempt may follow.
  var isFailure: Bool {
    switch self {
    case .response(let response): response.head.status >= 400
    case .failure(let error): error.isRetryable
    }
  }
}

/// A failure as the field `error` of a line.
enum RecordedError {
  static func write(_ record: ErrorRecord, _ error: RequestError, to writer: inout JSONWriter) {
    writer.field("code", record.code.rawValue)
    writer.field("message", record.message)
    writer.field("retryable", record.isRetryable)
    writer.field("attempts", error.attempts)
    if let status = record.status { writer.field("status", status) }
    if let distinction = record.distinction { writer.field("distinction", distinction.rawValue) }
    // Even a request that is not idempotent may be repeated if it was not sent.
    if !error.isRequestSent { writer.field("sent", false) }
  }

  static func read(_ view: JSONView) -> RequestError? {
    guard let code = view["code"]?.string.flatMap(ErrorCode.init(rawValue:)),
      let message = view["message"]?.string
    else { return nil }
    var record = ErrorRecord(
      code: code, message: message, tool: "", isRetryable: view["retryable"]?.boolean ?? false)
    record.status = view["status"]?.integer
    record.distinction = view["distinction"]?.string.flatMap { .init(rawValue: $0) }
    return RequestError(
      .recorded(record), isRequestSent: view["sent"]?.boolean ?? true,
      attempts: RecordedOutcome.attempt(view))
  }
}

/// A response on a cassette.
struct RecordedResponse: Sendable {
  let head: ResponseHead
  /// The number of the attempt, starting at 1.
  let attempt: Int
  /// Whether the request had credentials of its own, so that a 401 is their rejection.
  var isAuthorized = false
  private let url: RequestURL?
  let body: [UInt8]
  private let redirects: [Response.Redirect]

  /// The maximum size of a cassette.
  static let maximumBytes = 1 << 30

  init(_ view: JSONView) throws(InputRecordError) {
    guard let status = view["status"]?.integer, (100...999).contains(status) else {
      throw .missing(field: "response/status", expected: "an HTTP status")
    }
    var headers = HeaderFields()
    if let members = view["headers"]?.fields {
      for (name, value) in members {
        for value in value.type == .array ? Array(value.elements) : [value] {
          headers.append(name, value.string ?? "")
        }
      }
    }
    head = ResponseHead(
      status: status, httpVersion: view["http_version"]?.string ?? "1.1", headers: headers)
    attempt = RecordedOutcome.attempt(view)
    url = view["url"]?.string.flatMap { try? RequestURL($0) }
    // An untrusted cassette must not name other files.
    guard view["body_file"] == nil else {
      throw .invalid(field: "response/body_file", reason: "the body must be in the line")
    }
    body =
      try ResponseRecord.embeddedBody(
        json: view["json"], text: view["body"]?.string, base64: view["body_base64"]?.string) ?? []
    redirects = (view["redirects"].map { Array($0.elements) } ?? []).compactMap { hop in
      guard let status = hop["status"]?.integer, let url = hop["url"]?.string else { return nil }
      return Response.Redirect(status: status, url: url)
    }
  }

  /// Whether it is a challenge that these credentials answer.
  func isAnswered(
    by authorization: any AttemptAuthorization, to request: RequestSpecification,
    _ policy: ExecutionPolicy
  ) -> Bool {
    let url = url ?? request.url
    return !isAuthorized && policy.redirect.trusts(url, from: request.url)
      && authorization.answers(head, from: url)
  }

  func response(
    for request: RequestSpecification, into destination: BodyDestination
  ) throws(RequestError) -> Response {
    let sink = DestinationSinks.sink(for: destination, head)
    // In pieces, as from a socket.
    for start in stride(from: 0, to: body.count, by: 64 * 1024) {
      let piece = body[start..<min(start + 64 * 1024, body.count)]
      do throws(RequestError) {
        try piece.withUnsafeBufferPointer { bytes throws(RequestError) in
          try sink.receive(UnsafeRawBufferPointer(bytes))
        }
      } catch {
        if error.reason == .cancelled { break }
        throw error
      }
    }
    return Response(
      head: head, url: url ?? request.url, body: try sink.finish(), bodyBytes: body.count,
      source: .replay, redirects: redirects)
  }
}
