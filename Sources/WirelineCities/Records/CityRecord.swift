internal import WirelineCore
internal import WirelineRequests

extension CityMatch {
  /// Writes the fields of the record that `cities-find` prints into an open object, without `ref`.
  func writeFields(to writer: inout JSONWriter) {
    city.writeFields(to: &writer)
    city.writeKnown(to: &writer)
    writer.field("favorite", isFavorite)
    if isOrphan { writer.field("orphan", true) }
    writer.field("match", kind.rawValue)
    if let matched { writer.field("matched", matched) }
    writer.field("rank", rank)
    if let kilometres {
      // Rounded to a metre.
      writer.field("distance_km", (kilometres * 1000).rounded() / 1000)
    }
  }
}

extension ToolContext {
  /// Reports the error that ends the run.
  func fail(_ error: ErrorRecord, hint: String? = nil) -> ExitStatus {
    diagnostics.error(error.message, hint: hint ?? error.hint)
    return ExitStatus(error)
  }
}

extension ErrorRecord {
  init(_ error: CitySyncError, tool: String) {
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

  init(_ error: CityStoreError, tool: String) {
    let code: ErrorCode =
      switch error {
      case .missing: .noData
      case .notACityDatabase, .otherVersion, .damaged: .decode
      case .sqlite(let error): ErrorCode(error)
      case .file(let error): error.isReading ? .read : .write
      }
    self.init(code: code, message: error.description, tool: tool)
    hint = error.hint
  }

  init(_ error: FavoriteError, tool: String) {
    let code: ErrorCode =
      switch error {
      case .limit: .favoriteLimit
      case .notFavorite: .notFavorite
      case .unknown: .notFound
      case .notFavorites: .decode
      case .sqlite(let error): ErrorCode(error)
      case .file(let error): error.isReading ? .read : .write
      }
    self.init(code: code, message: error.description, tool: tool)
  }
}
