internal import WirelineCore

extension SingleRequest {
  func checkDownload() throws(UsageError) {
    guard check.isEmpty else {
      throw UsageError(
        "--output cannot be used with --expect, --require, --error-if, --each or --select")
    }
    if options.paging.paginate != nil {
      throw UsageError("--output cannot be used with --paginate")
    }
    if printsHead { throw UsageError("--output cannot be used with --include or --head") }
  }

  func download(_ request: RequestSpecification, to path: String) async -> ExitStatus {
    let progress = Progress(context, isSilent: options.response.silent)
    let status = await download(request, to: path, progress)
    progress.finish(failed: status != .success)
    progress.end()
    return status
  }

  private func download(
    _ request: RequestSpecification, to path: String, _ progress: Progress
  ) async -> ExitStatus {
    do throws(FileError) {
      let download = try Download(
        to: path, of: request.url, resumes: options.response.continueAt != nil,
        keepsErrors: !options.failsOnStatus, isPrivate: executor.isAuthorized(request),
        limit: limit, progress: progress)
      var ranged = request
      for field in download.headers.fields { ranged.headers.set(field.name, field.value) }
      if let status = try await fetch(ranged, download) { return status }
      download.restart()
      if let status = try await fetch(request, download) { return status }
      download.abandon()
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
    return failed(
      RequestError(
        .protocolViolation("a partial response to a request without Range"), isRequestSent: true))
  }

  /// - Returns: nil if the response does not continue the part.
  private func fetch(
    _ request: RequestSpecification, _ download: Download
  ) async throws(FileError) -> ExitStatus? {
    switch await execute(request, download.destination(of: request.url)) {
    case nil:
      download.abandon()
      return interrupted
    case .failure(let error)?:
      download.abandon()
      return failed(error)
    case .success(let response)?:
      let outcome = try download.finish()
      if outcome == .useless { return nil }
      summary.succeed(response.source.rawValue, bytes: response.bodyBytes)
      if outcome == .saved { return .success }
      download.abandon()
      return httpStatus(of: response, to: request)
    }
  }
}
