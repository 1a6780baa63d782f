internal import WirelineCore
internal import WirelineRequests

typealias ImageCompletion = @Sendable (Result<FetchedImage, ImageFailure>) -> Void

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
    let code: ErrorCode
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
  var text: String { message + (excerpt.map(Self.described) ?? "") }

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
