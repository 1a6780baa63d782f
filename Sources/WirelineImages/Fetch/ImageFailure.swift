internal import WirelineCore
internal import WirelineRequests

/// Why an image is unavailable.
enum ImageFailure: Error, Sendable {
  case request(RequestError)
  /// The status of an error response.
  ///
  /// - retryAt: the time of `Retry-After`, in seconds since 1970.
  case status(Int, attempts: Int, retryAt: Int? = nil)
  case offline
  case write(FileError)
  /// The content is not accepted.
  case refused(Refusal, status: Int? = nil, attempts: Int? = nil)

  struct Refusal: Sendable {
    fileprivate let code: ErrorCode
    fileprivate var message: String
    /// The beginning of the content.
    fileprivate var excerpt: [UInt8]?
  }

  static var emptyBody: ImageFailure { refused(.emptyBody, "empty response body") }

  static func damaged(_ format: ImageFormat) -> ImageFailure {
    refused(.damagedImage, "incomplete \(format.rawValue) header")
  }

  static func broken(_ issue: ImageStructure.Issue) -> ImageFailure {
    refused(.damagedImage, "damaged image: \(issue.reason), at byte \(issue.offset)")
  }

  static func hashMismatch(_ reason: String) -> ImageFailure { refused(.hashMismatch, reason) }

  static func unprocessed(_ failure: PixelFailure) -> ImageFailure {
    refused(failure.code, failure.description)
  }

  static func rejected(_ reason: String) -> ImageFailure { refused(.imageRejected, reason) }

  /// - Parameter directive: of the response's `X-Robots-Tag`.
  static func robots(_ directive: String) -> ImageFailure {
    refused(.robots, "X-Robots-Tag contains \(directive)")
  }

  static func notAnImage(_ bytes: [UInt8]) -> ImageFailure {
    .refused(
      Refusal(
        code: .notAnImage, message: "not an image: the content begins with ",
        excerpt: Array(bytes.prefix(32))))
  }

  private static func refused(_ code: ErrorCode, _ message: String) -> ImageFailure {
    .refused(Refusal(code: code, message: message))
  }

  /// Adds the status of the response to a failure that concerns its content.
  func withResponse(status: Int, attempts: Int) -> ImageFailure {
    guard case .refused(let refusal, nil, nil) = self else { return self }
    return .refused(refusal, status: status, attempts: attempts)
  }

  /// Replaces secrets that the server has repeated by `***`. The executor has masked those in the
  /// other failures.
  func hiding(_ secrets: SentSecrets) -> ImageFailure {
    guard case .refused(var refusal, let status, let attempts) = self else { return self }
    refusal.message = secrets.masked(refusal.message, with: "***")
    refusal.excerpt = refusal.excerpt.map { secrets.masked($0, isCut: true, with: "***") }
    return .refused(refusal, status: status, attempts: attempts)
  }
}

extension ImageFailure.Refusal {
  fileprivate var text: String { message + (excerpt.map(Self.described) ?? "") }

  /// The first line of content, quoted: `"<!DOCTYPE html>"`.
  private static func described(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isText = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD || $0 == "\n" || $0 == "\r"
        || $0 == "\t"
    }
    guard isText else { return "unknown binary data" }
    let line = text.split(whereSeparator: { $0.isNewline }).first.map(String.init) ?? ""
    return "\"\(line)\""
  }
}

// MARK: Error records

extension ErrorRecord {
  init(_ failure: ImageFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .status(let status, let attempts, let retryAt):
      self.init(
        code: Self.code(ofImageStatus: status),
        message: "HTTP status \(status)", tool: tool,
        isRetryable: RetryPolicy.isRetryable(status: status))
      self.status = status
      self.attempts = attempts
      self.retryAt = retryAt
    case .refused(let refusal, let status, let attempts):
      self.init(code: refusal.code, message: refusal.text, tool: tool)
      // No worker can be started.
      if code == .internal { distinction = .systemRefusal }
      self.status = status
      self.attempts = attempts
    case .offline:
      self.init(code: .offline, message: "not in the store, and --offline is set", tool: tool)
    case .write(let error):
      self.init(
        code: .write, message: error.description, tool: tool, isRetryable: error.isTransient)
    }
  }

  /// The record of an issue of a stored image. Its input is the URL, so that `--retry-errors`
  /// fetches damaged images again.
  init(_ issue: ImageStore.Issue, _ image: IndexedImage, directory: String, tool: String) {
    let code: ErrorCode =
      switch issue {
      case .missing: .notFound
      case .unreadable: .read
      case .otherLength, .otherContent, .damaged: .damagedImage
      }
    self.init(
      code: code, message: "\(directory)/\(image.path): \(issue)", tool: tool, isRetryable: true)
    guard !image.url.isEmpty else { return }
    url = image.url
    input = Array(image.url.utf8)
  }

  private static func code(ofImageStatus status: Int) -> ErrorCode {
    switch status {
    case 404, 410: .notFound
    case 429: .rateLimited
    default: .httpStatus
    }
  }
}
