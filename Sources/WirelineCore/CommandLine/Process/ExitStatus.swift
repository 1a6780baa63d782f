/// The exit statuses of all five tools.
///
/// Numbers below 64, 90 and 100 are curl's, others below 128 those of sysexits.h, and from 128 the
/// shell's signals.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  /// An item failed, or nothing was found.
  case failure = 1
  /// The command line, an environment variable or the configuration file is invalid.
  case usage = 2
  case malformedURL = 3
  case nameNotResolved = 6
  case notConnected = 7
  /// The head of the response is invalid.
  case invalidHead = 8
  case partialBody = 18
  /// HTTP status 400 or above, or an error of the service.
  case httpStatus = 22
  case cannotWrite = 23
  case cannotRead = 26
  case timedOut = 28
  /// The server does not support the requested range.
  case rangeError = 33
  case tlsHandshake = 35
  /// The network interface is not available.
  case interfaceFailed = 45
  case redirects = 47
  case emptyReply = 52
  case receiveFailure = 56
  case peerNotVerified = 60
  case badContentEncoding = 61
  case bodyTooLarge = 63
  /// EX_DATAERR: the data cannot be decoded or was rejected.
  case badData = 65
  /// EX_UNAVAILABLE: the data is missing and cannot be fetched.
  case noData = 69
  /// EX_SOFTWARE: a bug.
  case internalError = 70
  /// EX_OSERR: the system refused a thread, a process, memory or an event loop.
  case systemError = 71
  /// EX_TEMPFAIL: a lock is held, or a quota is exhausted.
  case tryLater = 75
  /// EX_NOPERM: the API key is missing or was rejected.
  case unauthorized = 77
  /// The public key of the server is not the `--pinnedpubkey` one.
  case otherKey = 90
  case oversizedHead = 100
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// The status of a run ended by a signal: 128 plus its number.
  package init(signal: Int32) {
    self = ExitStatus(rawValue: 128 + signal) ?? .terminated
  }

  /// The status of a single failed request, or of a run that the error stopped.
  package init(_ code: ErrorCode, distinction: ErrorRecord.Distinction? = nil) {
    self =
      switch code {
      case .noURL, .invalidURL: .malformedURL
      case .dns: .nameNotResolved
      case .connect, .offline, .forbiddenAddress: .notConnected
      case .truncated: distinction == .noResponse ? .emptyReply : .partialBody
      case .httpStatus, .apiError, .notFound, .emptyBody, .robots: .httpStatus
      case .write: .cannotWrite
      case .read, .forbiddenFile: .cannotRead
      case .timeout, .deadline, .queueExpired: .timedOut
      case .tls where distinction == .otherKey: .otherKey
      case .tls: distinction == .peerNotVerified ? .peerNotVerified : .tlsHandshake
      case .redirectForbidden where distinction == .otherProtocol: .failure
      case .redirectLimit, .redirectForbidden: .redirects
      case .protocolViolation:
        switch distinction {
        case .invalidHead: .invalidHead
        case .otherProtocol: .failure
        case .oversizedHead: .oversizedHead
        case .transferCoding: .badContentEncoding
        default: .receiveFailure
        }
      case .contentEncoding: .badContentEncoding
      case .bodyTooLarge: .bodyTooLarge
      case .invalidInput, .decode, .notAnImage, .unsupportedFormat, .processingFailed,
        .damagedImage, .imageRejected, .hashMismatch, .contentRefused, .replayMiss:
        .badData
      case .noData: .noData
      case .internal: distinction == .systemRefusal ? .systemError : .internalError
      case .locked, .rateLimited, .quotaExhausted: .tryLater
      case .unauthorized: .unauthorized
      case .favoriteLimit, .notFavorite: .failure
      case .cancelled: .interrupted
      }
  }

  package init(_ record: ErrorRecord) {
    self.init(record.code, distinction: record.distinction)
  }
}

extension ShutdownSignal {
  /// The status of a run that shutdown ended; nil if none was requested.
  package var exitStatus: ExitStatus? { received.map { ExitStatus(signal: $0) } }
}
