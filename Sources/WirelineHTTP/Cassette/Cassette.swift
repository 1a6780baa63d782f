import WirelineCore
package import WirelineRequests

/// A file of recorded requests and responses: lines of `{"request":…,"response":…}`, one for each
/// attempt, with secrets redacted. A failed attempt has `error` instead of `response`. Recording
/// appends each line in one locked write; replaying opens no socket. A redirect or a challenge that
/// was answered has no line of its own.
package final class Cassette: ExchangeObserver {
  private enum Mode: Sendable {
    case record(CassetteWriter)
    case replay(CassetteTape)
  }

  private let mode: Mode
  private let secrets = SentSecrets()

  /// - Throws: if the file cannot be appended to.
  package init(recordingTo path: String) throws(CassetteError) {
    mode = .record(try CassetteWriter(path: path))
  }

  /// - Throws: if the file cannot be read, or a line is not a recorded exchange.
  package init(replaying path: String) throws(CassetteError) {
    mode = .replay(try CassetteTape(path: path))
  }

  var isReplaying: Bool {
    if case .replay = mode { true } else { false }
  }

  /// Replays the recorded attempts of a request, as far as the policy allows, without delays. If a
  /// request was recorded several times, the recordings are replayed in order and the last repeats.
  ///
  /// - Parameter authorization: the credentials of the request. A challenge that they answer is
  ///   skipped if another recording follows.
  func replay(
    _ request: RequestSpecification, _ policy: ExecutionPolicy, into destination: BodyDestination,
    authorization: (any AttemptAuthorization)? = nil
  ) throws(RequestError) -> Response {
    guard case .replay(let tape) = mode, var recorded = tape.next(for: request) else {
      throw RequestError(
        .replayMiss(method: request.method, url: Secrets.redacted(url: request.url)), attempts: 0)
    }
    var execution = RequestExecution(request)
    while let outcome = recorded.attempts.popFirst() {
      if !recorded.attempts.isEmpty, Self.isRetried(outcome, in: &execution, policy: policy) {
        continue
      }
      switch outcome {
      case .response(let answer):
        if let authorization, !recorded.isLast,
          answer.isAnswered(by: authorization, to: request, policy),
          let next = tape.next(for: request)
        {
          recorded = next
          continue
        }
        var response = try answer.response(for: request, into: destination)
        response.attempts = execution.attempts
        return response
      case .failure(var error):
        error.attempts = execution.attempts
        throw error
      }
    }
    throw RequestError(.noResponse)
  }

  /// Whether the policy makes another attempt.
  private static func isRetried(
    _ outcome: RecordedOutcome, in execution: inout RequestExecution, policy: ExecutionPolicy
  ) -> Bool {
    let action: RequestExecution.Action
    switch outcome {
    case .failure(let error):
      action = execution.fail(error, policy, hasDelivered: false, now: .zero)
    case .response(let response):
      let isLimited = policy.respectsAnnouncedLimits
      var limit = isLimited ? AnnouncedLimit(response.head.headers, now: { 0 }) : nil
      // The recorded run has waited for the reset, because another attempt follows. The time that
      // is left now says nothing about that.
      limit?.reset = .milliseconds(1)
      let use = execution.receive(response.head, policy, limit: limit, now: .zero, seconds: 0)
      var isFinal = false
      if use == .inspect { isFinal = policy.isFinalRefusal?(response.body) ?? false }
      action = execution.complete(
        AttemptResult(head: response.head, bodyBytes: 0, firstByte: .zero), isFinal: isFinal)
    }
    return if case .wait = action { true } else { false }
  }

  /// Notes the secrets of a request about to be sent, to redact them in its response.
  package func willSend(_ request: RequestAttempt, in context: AttemptContext) {
    if !isReplaying { secrets.note(request.headers) }
  }

  func record(_ request: RequestSpecification, _ error: RequestError) {
    guard case .record(let writer) = mode, error.isRecordable else { return }
    // The failure itself is what the caller has to learn.
    try? writer.append(error, of: request, hiding: secrets)
  }

  /// - Parameter body: the body of the response, which may have been delivered to a file or sink.
  func record(
    _ request: RequestSpecification, _ response: Response, body: [UInt8]
  ) throws(RequestError) {
    guard case .record(let writer) = mode else { return }
    try converting({ RequestError(.writeFailed(path: $0.path, detail: $0.detail)) }) {
      () throws(CassetteError) in
      try writer.append(response, of: request, body: body, hiding: secrets)
    }
  }
}

/// The cassette of a response and the request to record, without credentials.
struct Recording: Sendable {
  let cassette: Cassette
  let request: RequestSpecification
}

extension RequestError {
  /// Whether the network, rather than this machine or the user, caused the failure.
  fileprivate var isRecordable: Bool {
    switch ErrorCode(reason) {
    case .dns, .connect, .tls, .timeout, .deadline, .truncated, .protocolViolation, .bodyTooLarge,
      .contentEncoding:
      true
    default: false
    }
  }
}
