/// What a process tells its parent: one table for all five tools.
///
/// Below 64 curl's numbers, from 64 on those of sysexits.h, from 128 on the shell's for signals.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// All good.
  case success = 0
  /// It ran, but some item failed, or nothing was found.
  case failure = 1
  /// The command line, an environment variable or the configuration file is wrong.
  case usage = 2
  case malformedURL = 3
  case nameNotResolved = 6
  case notConnected = 7
  case partialBody = 18
  /// HTTP status 400 or above, or the service's own error.
  case httpStatus = 22
  case cannotWrite = 23
  case cannotRead = 26
  case timedOut = 28
  case tlsHandshake = 35
  case redirects = 47
  case emptyReply = 52
  /// The answer is not HTTP.
  case receiveFailure = 56
  case peerNotVerified = 60
  case badContentEncoding = 61
  case bodyTooLarge = 63
  /// EX_DATAERR: the data do not decode, or are refused.
  case badData = 65
  /// EX_UNAVAILABLE: no data, and no way to get them.
  case noData = 69
  /// EX_SOFTWARE: a fault of our own.
  case internalFault = 70
  /// EX_OSERR: the system refused a thread or an event loop.
  case systemFault = 71
  /// EX_TEMPFAIL: try later; a lock is held, a quota is spent.
  case tryLater = 75
  /// EX_NOPERM: no API key, or it was refused.
  case unauthorized = 77
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The status after a signal that ended the run, 128 and its number.
  package init(signal: Int32) {
    self = ExitStatus(rawValue: 128 + signal) ?? .terminated
  }
}

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
