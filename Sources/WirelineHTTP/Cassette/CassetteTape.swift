import Synchronization
import WirelineCore
import WirelineRequests

/// The outcomes on a cassette, by request: for each execution the outcomes of its attempts.
final class CassetteTape: Sendable {
  typealias Attempts = [RecordedOutcome]

  private let state: Mutex<[CassetteKey: ArraySlice<Attempts>]>

  init(path: String) throws(CassetteError) {
    var executions: [CassetteKey: ArraySlice<Attempts>] = [:]
    let bytes: [UInt8]
    bytes = try converting({ CassetteError(path: path, detail: $0.reason) }) {
      () throws(FileError) in
      try FileBytes.read(path, limit: Self.maximumBytes)
    }
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      let (key, outcome) = try Self.parse(Array(line), path: path, line: number)
      Self.add(outcome, to: &executions[key, default: []])
    }
    state = Mutex(executions)
  }

  /// Adds an outcome to the execution that it continues. Lines of concurrent executions alternate.
  private static func add(_ outcome: RecordedOutcome, to executions: inout ArraySlice<Attempts>) {
    // The latest one: earlier ones may have ended with a failure.
    func latest(_ isContinued: (RecordedOutcome) -> Bool) -> Int? {
      executions.lastIndex { attempts in
        attempts.last.map { $0.attempt + 1 == outcome.attempt && isContinued($0) } ?? false
      }
    }
    // `--retry-on` may have named other statuses.
    let continued = outcome.attempt < 2 ? nil : latest(\.isRetryable) ?? latest(\.isFailure)
    if let continued {
      executions[continued].append(outcome)
    } else {
      executions.append([outcome])
    }
  }

  /// The attempts of the next execution of a request, and whether it is the last one, which
  /// repeats.
  func next(
    for request: RequestSpecification
  ) -> (attempts: ArraySlice<RecordedOutcome>, isLast: Bool)? {
    let key = CassetteKey(request)
    return state.withLock { executions in
      guard let recorded = executions[key], let attempts = recorded.first else { return nil }
      // The last one stays: a replay may send a request more often than the recorded run.
      if recorded.count > 1 { executions[key] = recorded.dropFirst() }
      return (attempts: attempts[...], isLast: recorded.count == 1)
    }
  }

  /// The maximum size of a cassette, and of a body beside it.
  static let maximumBytes = 1 << 30

  private static let names = JSONNames(["request", "response", "error"])
  private static let requestNames = JSONNames(RequestRecord.names)

  private static func parse(
    _ line: [UInt8], path: String, line number: Int
  ) throws(CassetteError) -> (CassetteKey, RecordedOutcome) {
    let invalid = { CassetteError(path: path, line: number, detail: $0) }
    do {
      let exchange = try JSONObject(line, names: names)
      guard let request = exchange[0] else { throw invalid(expectation) }
      let record = try RequestRecord(try JSONObject(Array(request.raw), names: requestNames))
      let key = CassetteKey(record.specification)
      if let response = exchange[1] {
        var recorded = try RecordedResponse(response, folder: path + ".d")
        recorded.isAuthorized = record.specification.headers.contains("Authorization")
        return (key, .response(recorded))
      }
      guard let error = exchange[2].flatMap(RecordedError.read) else { throw invalid(expectation) }
      return (key, .failure(error))
    } catch let error as CassetteError {
      throw error
    } catch {
      throw invalid("\(error)")
    }
  }

  private static let expectation = "expected {\"request\":…,\"response\":…}"
}

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
    switch record.distinction {
    case .peerNotVerified: writer.field("distinction", "peer_not_verified")
    case .noResponse: writer.field("distinction", "no_response")
    // Does not concern requests.
    case .systemRefusal, nil: break
    }
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
    switch view["distinction"]?.string {
    case "peer_not_verified": record.distinction = .peerNotVerified
    case "no_response": record.distinction = .noResponse
    default: break
    }
    return RequestError(
      .recorded(record), isRequestSent: view["sent"]?.boolean ?? true,
      attempts: RecordedOutcome.attempt(view))
  }
}

struct RecordedResponse: Sendable {
  private enum Body: Sendable {
    case bytes([UInt8])
    case file(path: String)
  }

  let head: ResponseHead
  /// The number of the attempt, starting at 1.
  let attempt: Int
  /// Whether the request had credentials of its own, so that a 401 is their rejection.
  var isAuthorized = false
  private let url: RequestURL?
  private let body: Body
  private let redirects: [Response.Redirect]

  init(_ view: JSONView, folder: String) throws(InputRecordError) {
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
    body = try Self.body(view, folder: folder)
    redirects = (view["redirects"].map { Array($0.elements) } ?? []).compactMap { hop in
      guard let status = hop["status"]?.integer, let url = hop["url"]?.string else { return nil }
      return Response.Redirect(status: status, url: url)
    }
  }

  private static func body(_ view: JSONView, folder: String) throws(InputRecordError) -> Body {
    let embedded = try ResponseRecord.embeddedBody(
      json: view["json"], text: view["body"]?.string, base64: view["body_base64"]?.string)
    if let embedded { return .bytes(embedded) }
    if let name = view["body_file"]?.string {
      // An untrusted cassette must not name other files.
      guard name.utf8.count == 64, name.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
        throw .invalid(field: "response/body_file", reason: "expected 64 hexadecimal digits")
      }
      return .file(path: "\(folder)/\(name)")
    }
    return .bytes([])
  }

  /// Whether it is a challenge that these credentials answer.
  func isAnswered(
    by authorization: ChallengedRequest, to request: RequestSpecification
  ) -> Bool {
    !isAuthorized && authorization.answers(head, from: url ?? request.url)
  }

  func response(
    for request: RequestSpecification, into destination: BodyDestination
  ) throws(RequestError) -> Response {
    let bytes = try bytes()
    let sink = DestinationSinks.sink(for: destination, head)
    // In pieces, as from a socket.
    for start in stride(from: 0, to: bytes.count, by: 64 * 1024) {
      let piece = bytes[start..<min(start + 64 * 1024, bytes.count)]
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
      head: head, url: url ?? request.url, body: try sink.finish(), bodyBytes: bytes.count,
      source: .replay, redirects: redirects)
  }

  func bytes() throws(RequestError) -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .file(let path):
      do throws(FileError) {
        let bytes = try StateFile.read(path, limit: CassetteTape.maximumBytes)
        // The name is the hash of the content.
        if path.hasSuffix("/" + Hexadecimal.encode(SHA256.hash(data: bytes))) { return bytes }
      } catch {
        throw RequestError(.readFailed(path: path, detail: error.reason), attempts: 0)
      }
      throw RequestError(.readFailed(path: path, detail: "its content was changed"), attempts: 0)
    }
  }
}

/// Identifies a request on a cassette: method, URL without credentials, with its parameters in any
/// order, and body.
struct CassetteKey: Hashable, Sendable {
  let method: String
  let url: String
  let body: String

  init(_ request: RequestSpecification) {
    method = request.method
    // As recorded.
    url = Self.url(request.url).withSortedQuery.text
    var digest = SHA256()
    var isEmpty = true
    for segment in Self.comparable(request.body).segments {
      isEmpty = false
      switch segment {
      case .bytes(let bytes): digest.update(data: bytes)
      // The path, so that a replay needs no upload files.
      case .file(let path): digest.update(data: Array(path.utf8))
      }
    }
    body = isEmpty ? "" : Hexadecimal.encode(digest.finalize())
  }

  /// The body without the parts that vary from run to run: the multipart boundary and the white
  /// space of JSON.
  private static func comparable(_ body: RequestBody) -> RequestBody {
    switch body {
    case .multipart(let multipart):
      .multipart(Multipart(parts: multipart.parts, boundary: "boundary"))
    case .bytes(let bytes, let mediaType?) where mediaType == "application/json":
      .bytes((try? JSONScanner.compacted(bytes)) ?? bytes, mediaType: mediaType)
    case .none, .bytes, .file: body
    }
  }

  /// Masks the secret parameters of a URL. A few hash digits distinguish the values, because
  /// `token` and `key` may also name pages.
  static func url(_ url: RequestURL) -> RequestURL {
    var url = url
    url.query = url.query.map { Secrets.redacted(query: $0, mask) }
    return url
  }

  private static func mask(name: Substring, value: Substring) -> String {
    // Recorded values are already masked.
    let isMask =
      value == Secrets.mask || value.hasPrefix(Secrets.mask + "-") && value.count == maskLength
    if isMask { return String(value) }
    // The hash includes the name, so equal values of different parameters cannot be linked.
    let digest = SHA256.hash(data: Array("cassette:\(name)=\(value)".utf8))
    return "\(Secrets.mask)-\(Hexadecimal.encode(digest.prefix(digitCount / 2)))"
  }

  /// Enough to avoid collisions within a cassette, too few to recover a value.
  private static let digitCount = 8
  private static let maskLength = Secrets.mask.count + 1 + digitCount
}

/// The error of a cassette that cannot be used.
package struct CassetteError: Error, Sendable, Equatable, CustomStringConvertible {
  package let path: String
  /// The line in the file; nil if the error concerns the whole file.
  package var line: Int?
  package let detail: String

  package var description: String {
    let location = line.map { ", line \($0)" } ?? ""
    return "cassette \"\(path)\"\(location): \(detail)"
  }
}
