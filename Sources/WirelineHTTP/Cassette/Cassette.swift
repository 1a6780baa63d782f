import Glibc
import Synchronization
import WirelineCore
package import WirelineRequests

/// A file of recorded requests and responses: lines of `{"request":…,"response":…}` with secrets
/// redacted. Recording appends each line in one locked write; replaying opens no socket.
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

  /// Returns the recorded response to a request. If several were recorded, they are replayed in
  /// order and the last one repeats.
  func replay(
    _ request: RequestSpecification, into destination: BodyDestination
  ) throws(RequestError) -> Response {
    guard case .replay(let tape) = mode, let response = tape.next(for: request) else {
      throw RequestError(
        .replayMiss(method: request.method, url: Secrets.redacted(url: request.url)), attempts: 0)
    }
    return try response.response(for: request, into: destination)
  }

  /// Notes the secrets of a request about to be sent, to redact them in its response.
  package func willSend(_ request: RequestAttempt, _ context: AttemptContext) {
    if !isReplaying { secrets.note(request.headers) }
  }

  /// - Parameter body: the body of the response, which may have been delivered to a file or sink.
  func record(
    _ request: RequestSpecification, _ response: Response, body: [UInt8]
  ) throws(RequestError) {
    guard case .record(let writer) = mode else { return }
    do throws(CassetteError) {
      try writer.append(request, response, body, hiding: secrets)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.detail))
    }
  }
}
