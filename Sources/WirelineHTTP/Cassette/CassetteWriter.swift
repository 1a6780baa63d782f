import Glibc
import WirelineCore
internal import WirelineRequests

/// Appends exchanges to a cassette. Several processes may append at the same time.
final class CassetteWriter: Sendable {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(CassetteError) {
    self.path = path
    descriptor = try converting({ CassetteError(path: path, detail: $0.reason) }) {
      () throws(FileError) in
      if StateFile.isOutput(path) { return try FileBytes.open(path, O_WRONLY | O_APPEND) }
      return try StateFile.open(path, O_RDWR | O_APPEND | O_CREAT)
    }
    repairEnd()
  }

  /// Repairs the end of the file: removes a partial line that a killed run or a full disk left, or
  /// ends a complete last line.
  private func repairEnd() {
    // Another process may be writing the line that looks partial.
    flock(descriptor, LOCK_EX)
    defer { flock(descriptor, LOCK_UN) }
    guard endsInPartialLine, let bytes = try? StateFile.read(path, limit: .max) else { return }
    let start = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if (try? JSONView.parse(Array(bytes[start...]))) != nil {
      _ = Glibc.write(descriptor, "\n", 1)
    } else {
      ftruncate(descriptor, off_t(start))
    }
  }

  deinit { close(descriptor) }

  private var endsInPartialLine: Bool {
    guard let size = FileBytes.size(descriptor), size > 0 else { return false }
    var last: UInt8 = 0
    return pread(descriptor, &last, 1, off_t(size - 1)) == 1 && last != 0x0A
  }

  /// - Parameter sent: the secrets of the run. Secrets in a URL apply to this request only: a
  ///   `token` may be a page's, which a response must be able to name.
  func append(
    _ response: Response, of request: RequestSpecification, body: [UInt8],
    hiding sent: SentSecrets
  ) throws(CassetteError) {
    let secrets = SentSecrets(of: request, and: sent)
    // Binary bodies are not masked, which could corrupt them.
    let isText = String(validating: body, as: UTF8.self) != nil
    let body = isText ? secrets.masked(body) : body
    var recorded = Self.redacted(response, secrets)
    recorded.body = .bytes(body)
    try append(request) { writer in
      writer.key("response")
      writer.object { ResponseRecord(recorded, ref: nil, isExact: true).writeFields(to: &$0) }
    }
  }

  func append(
    _ error: RequestError, of request: RequestSpecification, hiding sent: SentSecrets
  ) throws(CassetteError) {
    let secrets = SentSecrets(of: request, and: sent)
    let record = ErrorRecord(error, tool: "").hiding(secrets)
    try append(request) { writer in
      writer.key("error")
      writer.object { RecordedError.write(record, error, to: &$0) }
    }
  }

  private func append(
    _ request: RequestSpecification, _ outcome: (inout JSONWriter) -> Void
  ) throws(CassetteError) {
    let line = JSONWriter.line { writer in
      writer.key("request")
      RequestRecord(Self.redacted(request)).write(to: &writer)
      outcome(&writer)
    }
    try write(line)
  }

  private static func redacted(_ request: RequestSpecification) -> RequestSpecification {
    var request = request
    request.headers = Secrets.redacted(request.headers)
    request.url = CassetteKey.url(request.url)
    return request
  }

  private static func redacted(_ response: Response, _ secrets: SentSecrets) -> Response {
    var response = response
    response.head.headers = secrets.masked(Secrets.redacted(response.head.headers))
    let url = CassetteKey.url(response.url)
    // It differs from run to run.
    response.timing = nil
    // A redirect may have put secrets in it.
    response.url = (try? RequestURL(secrets.masked(url.text))) ?? url
    response.redirects = response.redirects.map {
      Response.Redirect(
        status: $0.status, url: secrets.masked(Secrets.redacted(url: $0.url)))
    }
    return response
  }

  /// Writes under a lock, so that lines of several processes do not interleave.
  private func write(_ line: [UInt8]) throws(CassetteError) {
    flock(descriptor, LOCK_EX)
    defer { flock(descriptor, LOCK_UN) }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    do throws(FileError) {
      try FileBytes.write(line, to: descriptor, path: path)
    } catch {
      // A full disk: no partial line may remain, and the lock keeps others from adding to it.
      if isFile { ftruncate(descriptor, status.st_size) }
      throw CassetteError(path: path, detail: error.reason)
    }
  }
}
