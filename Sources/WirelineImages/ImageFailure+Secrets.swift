package import WirelineRequests

extension ImageFailure {
  /// The same failure with `***` instead of secrets that the server repeated.
  package func hiding(_ secrets: SentSecrets) -> ImageFailure {
    switch self {
    case .notAnImage(let excerpt): .notAnImage(Self.masked(excerpt: excerpt, secrets))
    case .broken(let fault): .broken(secrets.masked(fault, with: "***"))
    case .rejected(let reason): .rejected(secrets.masked(reason, with: "***"))
    case .robots(let word): .robots(secrets.masked(word, with: "***"))
    case .refused(let failure, let status, let attempts):
      .refused(failure.hiding(secrets), status: status, attempts: attempts)
    // The executor has masked the errors of requests.
    case .request, .status, .emptyBody, .damaged, .offline, .write: self
    }
  }

  /// An excerpt is a beginning, so it may end inside a secret.
  private static func masked(excerpt: String, _ secrets: SentSecrets) -> String {
    guard excerpt.hasPrefix("\""), excerpt.hasSuffix("\""), excerpt.utf8.count >= 2 else {
      return excerpt
    }
    let text = Array(excerpt.utf8.dropFirst().dropLast())
    let masked = secrets.masked(text, isCut: true, with: "***")
    return "\"\(String(decoding: masked, as: UTF8.self))\""
  }
}
