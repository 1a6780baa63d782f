internal import WirelineCore
internal import WirelineRequests

/// Why an image is unavailable.
enum ImageFailure: Error, Sendable {
  case request(RequestError)
  /// The status of an error response.
  ///
  /// - retryAt: the time of `Retry-After`, in seconds since 1970.
  case status(Int, attempts: Int, retryAt: Int? = nil)
  case emptyBody
  /// The content does not have a known signature; with an excerpt of it.
  case notAnImage(String)
  /// The header of the format is incomplete.
  case damaged(ImageFormat)
  /// The structure is invalid, with details.
  case broken(String)
  /// A rule rejects the image, with the reason.
  case rejected(String)
  /// The response's `X-Robots-Tag` forbids it, with this directive.
  case robots(String)
  case offline
  case write(FileError)
  /// The content of a response with this status was not accepted.
  indirect case refused(ImageFailure, status: Int, attempts: Int)

  /// Adds the status of the response to a failure that concerns its content.
  func withResponse(status: Int, attempts: Int) -> ImageFailure {
    switch self {
    case .emptyBody, .notAnImage, .damaged, .broken, .rejected, .robots:
      .refused(self, status: status, attempts: attempts)
    case .request, .status, .offline, .write, .refused: self
    }
  }

  /// An excerpt of the beginning of content, for a message: `"<!DOCTYPE html>"`.
  static func excerpt(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes.prefix(32), as: UTF8.self)
    let isText = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD || $0 == "\n" || $0 == "\r"
        || $0 == "\t"
    }
    guard isText else { return "unknown binary data" }
    let line = text.split(whereSeparator: { $0.isNewline }).first.map(String.init) ?? ""
    return "\"\(line)\""
  }

  /// Replaces secrets that the server has repeated by `***`.
  func hiding(_ secrets: SentSecrets) -> ImageFailure {
    switch self {
    case .notAnImage(let excerpt): .notAnImage(Self.masked(excerpt: excerpt, secrets))
    case .broken(let reason): .broken(secrets.masked(reason, with: "***"))
    case .rejected(let reason): .rejected(secrets.masked(reason, with: "***"))
    case .robots(let word): .robots(secrets.masked(word, with: "***"))
    case .refused(let failure, let status, let attempts):
      .refused(failure.hiding(secrets), status: status, attempts: attempts)
    // The executor has masked these.
    case .request, .status, .emptyBody, .damaged, .offline, .write: self
    }
  }

  private static func masked(excerpt: String, _ secrets: SentSecrets) -> String {
    guard excerpt.hasPrefix("\""), excerpt.hasSuffix("\""), excerpt.utf8.count >= 2 else {
      return excerpt
    }
    let text = Array(excerpt.utf8.dropFirst().dropLast())
    let masked = secrets.masked(text, isCut: true, with: "***")
    return "\"\(String(decoding: masked, as: UTF8.self))\""
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
    case .refused(let failure, let status, let attempts):
      self.init(failure, tool: tool)
      self.status = status
      self.attempts = attempts
    case .emptyBody:
      self.init(code: .emptyBody, message: "empty response body", tool: tool)
    case .notAnImage(let excerpt):
      self.init(
        code: .notAnImage, message: "not an image: the content begins with \(excerpt)", tool: tool)
    case .damaged(let format):
      self.init(
        code: .damagedImage, message: "incomplete \(format.rawValue) header", tool: tool)
    case .broken(let reason):
      self.init(code: .damagedImage, message: "damaged image: \(reason)", tool: tool)
    case .rejected(let reason): self.init(code: .imageRejected, message: reason, tool: tool)
    case .robots(let word):
      self.init(code: .robots, message: "X-Robots-Tag contains \(word)", tool: tool)
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
    self.init(code: code, message: "\(directory)/\(image.path): \(issue)", tool: tool)
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
