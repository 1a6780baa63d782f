package import WirelineCore
package import WirelineRequests

/// Why there is no image.
package enum ImageFailure: Error, Sendable {
  case request(RequestError)
  /// The answer's status is no success.
  ///
  /// - retryAt: when the server says to try again, in seconds since 1970; nil where it
  ///   does not.
  case status(Int, attempts: Int, retryAt: Int? = nil)
  case emptyBody
  /// The content has no signature of an image; an excerpt says what it has.
  case notAnImage(String)
  /// The signature of a format, but not the beginning of such an image.
  case damaged(ImageFormat)
  /// The structure is broken, where and how.
  case broken(String)
  /// Not wanted, and why.
  case rejected(String)
  /// The answer's `X-Robots-Tag` forbids it, with this word.
  case robots(String)
  /// It is not stored, and may not be fetched.
  case offline
  case write(FileError)
  /// An answer with this status came, and what it holds is not taken.
  indirect case refused(ImageFailure, status: Int, attempts: Int)

  /// What is told of an answer's content, with the answer's status.
  func answered(status: Int, attempts: Int) -> ImageFailure {
    switch self {
    case .emptyBody, .notAnImage, .damaged, .broken, .rejected, .robots:
      .refused(self, status: status, attempts: attempts)
    case .request, .status, .offline, .write, .refused: self
    }
  }

  /// The beginning of some content, for a message: `"<!DOCTYPE html>"`.
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
}
