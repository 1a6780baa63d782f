extension ExitStatus {
  /// The status of a single request that failed so, or of a run that could not go on for it.
  package init(_ code: ErrorCode, distinction: ErrorRecord.Distinction? = nil) {
    self =
      switch code {
      case .noURL, .invalidURL: .malformedURL
      case .dns: .nameNotResolved
      case .connect, .offline, .forbiddenAddress: .notConnected
      case .truncated: distinction == .noAnswer ? .emptyReply : .partialBody
      case .httpStatus, .apiError, .notFound, .emptyBody, .robots: .httpStatus
      case .write: .cannotWrite
      case .read, .forbiddenFile: .cannotRead
      case .timeout, .deadline, .queueExpired: .timedOut
      case .tls: distinction == .peerNotVerified ? .peerNotVerified : .tlsHandshake
      case .redirectLimit, .redirectForbidden: .redirects
      case .protocolViolation: .receiveFailure
      case .contentEncoding: .badContentEncoding
      case .bodyTooLarge: .bodyTooLarge
      case .invalidInput, .decode, .notAnImage, .unsupportedImage, .damagedImage, .imageRejected,
        .contentRefused, .replayMiss:
        .badData
      case .noData: .noData
      case .internal: .internalFault
      case .locked, .rateLimited, .quotaExhausted: .tryLater
      case .unauthorized: .unauthorized
      case .favoriteLimit, .alreadyFavorite, .notFavorite: .failure
      case .cancelled: .interrupted
      }
  }

  /// The status of the single request that gave this record.
  package init(_ record: ErrorRecord) {
    self.init(record.code, distinction: record.distinction)
  }
}
