package import WirelineCore
internal import WirelineRequests

extension ErrorRecord {
  /// What a sync that failed looks like.
  package init(_ error: CitySyncError, tool: String) {
    switch error {
    case .request(let error): self.init(error, tool: tool)
    case .store(let error): self.init(error, tool: tool)
    case .file(let error): self.init(error, tool: tool)
    case .refused: self.init(code: .contentRefused, message: error.description, tool: tool)
    case .locked: self.init(code: .locked, message: error.description, tool: tool)
    case .postponed(let until, _):
      self.init(code: .rateLimited, message: error.description, tool: tool, isRetryable: true)
      retryAt = until
    case .status(let status, _, _):
      self.init(
        code: .httpStatus, message: error.description, tool: tool,
        isRetryable: RetryPolicy.isRetryable(status: status))
      self.status = status
    }
  }

  package init(_ error: CityStoreError, tool: String) {
    let code: ErrorCode =
      switch error {
      case .missing: .noData
      case .notADatabase, .notACityDatabase, .otherVersion, .damaged: .decode
      case .sqlite(let error): ErrorCode(error)
      case .file(let error): error.isReading ? .read : .write
      }
    self.init(code: code, message: error.description, tool: tool)
    hint = error.hint
  }

  package init(_ error: FavoriteError, tool: String) {
    let code: ErrorCode =
      switch error {
      case .limit: .favoriteLimit
      case .alreadyFavorite: .alreadyFavorite
      case .notFavorite: .notFavorite
      case .unknown: .notFound
      case .notFavorites: .decode
      case .sqlite(let error): ErrorCode(error)
      case .file(let error): error.isReading ? .read : .write
      }
    self.init(code: code, message: error.description, tool: tool)
  }
}
