import Glibc
import Synchronization
import WirelineCore
internal import WirelineRequests

/// Requests and their answers in a file: lines of `{"request":…,"response":…}`,
/// secrets redacted. Recording appends, one locked write a line; replaying
/// opens no socket.
package final class Cassette: Sendable {
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

  /// - Throws: if the file cannot be read, or a line of it is no exchange.
  package init(replaying path: String) throws(CassetteError) {
    mode = .replay(try CassetteTape(path: path))
  }

  var isReplaying: Bool {
    if case .replay = mode { true } else { false }
  }

  /// The recorded answer to a request; the first of several is used once, the
  /// last for ever.
  func replay(
    _ request: RequestSpecification, into destination: BodyDestination
  ) throws(RequestError) -> Response {
    guard case .replay(let tape) = mode, let answer = tape.next(for: request) else {
      throw RequestError(
        .replayMiss(method: request.method, url: Secrets.redacted(url: request.url)), attempts: 0)
    }
    return try answer.response(for: request, into: destination)
  }

  /// Says what a request brings along that is recorded as it was before its
  /// secrets were filled in: what the answer repeats of them is not recorded.
  func willSend(_ request: RequestAttempt) {
    if !isReplaying { secrets.note(request.headers) }
  }

  /// - Parameter body: what the response's body was, wherever it went.
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

/// A cassette that cannot be used.
package struct CassetteError: Error, Sendable, Equatable, CustomStringConvertible {
  package let path: String
  /// Where in the file; nil when it is the file itself.
  package let line: Int?
  package let detail: String

  package init(path: String, line: Int? = nil, detail: String) {
    self.path = path
    self.line = line
    self.detail = detail
  }

  package var description: String {
    let place = line.map { ", line \($0)" } ?? ""
    return "cassette \"\(path)\"\(place): \(detail)"
  }
}
