internal import Glibc
internal import WirelineCore
internal import WirelineRequests

extension SingleRequest {
  func checkDownload() throws(UsageError) {
    guard check.isEmpty else {
      throw UsageError(
        "--output cannot be used with --expect, --require, --error-if, --each or --select")
    }
    if options.paging.paginate != nil {
      throw UsageError("--output cannot be used with --paginate")
    }
    if options.response.continueAt == "-", options.response.include || options.composition.head {
      throw UsageError("--continue-at cannot be used with --include or --head")
    }
  }

  func download(
    _ request: RequestSpecification, to file: ResponseOptions.File, progress: Progress
  ) async -> ExitStatus {
    do throws(FileError) {
      try options.response.createDirectories(of: file.path)
      let download = try Download(
        to: file, of: request.url, options: options.response, isHead: options.composition.head,
        heads: heads, isPrivate: fields.isAuthorized(request), limit: limit, progress: progress)
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
    switch await execute(request, .sink(download.sink)) {
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
      if outcome != .notSaved { noteFile(download.finalPath) }
      if outcome == .saved { setTime(of: download.finalPath, to: response) }
      // The status is 416: nothing was left to send.
      if outcome == .complete { return .success }
      let status = httpStatus(of: response, to: request)
      if outcome == .saved { return status }
      download.abandon()
      if status != .success { explain(download.errorBody, of: response, to: request) }
      return status
    }
  }

  /// Gives a file the time of a response, if the options ask for it.
  private func setTime(of path: String, to response: Response) {
    guard options.response.remoteTime,
      let seconds = response.head.headers["Last-Modified"].flatMap({ HTTPDate.seconds($0) })
    else { return }
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Prints the beginning of an error body on stderr, if stdout or a file is for others.
  func explain(
    _ body: [UInt8], of response: Response, to request: RequestSpecification
  ) {
    let diagnostics = context.diagnostics
    if options.response.noErrorBody || body.isEmpty || diagnostics.level < .normal { return }
    let secrets = fields.secrets(of: request)
    let isCut = body.count < response.bodyBytes
    if body.contains(0) {
      return diagnostics.hint("the response has \(response.bodyBytes) bytes of binary data")
    }
    let text = String(decoding: secrets.masked(body, isCut: isCut), as: UTF8.self)
    if diagnostics.format == .json { return diagnostics.hint(text) }
    let lines = text.split(whereSeparator: \.isNewline).map { TerminalText.escaped(String($0)) }
    let end = isCut ? ["… \(response.bodyBytes) bytes in total"] : []
    diagnostics.write(lines: Array((lines + end).map { $0 + "\n" }.joined().utf8))
  }
}
