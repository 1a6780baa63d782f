internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Brings the city database up to date: decides whether to query the source, imports the file into
/// a new database, and replaces the old one.
struct CitySync: Sendable {
  let source: CitySource
  let path: String
  let executor: any RequestExecuting
  let fields: RequestFields
  let arguments: SyncArguments
  let context: ToolContext
  let progress: Progress
  /// The maximum size of a download in bytes; nil for no limit.
  let maximumBodyBytes: Int?
  /// Large places, to rank cities by.
  let places: PlaceTable?

  /// In seconds since 1970.
  var now: Int { context.environment.now }

  func run() async throws(CitySyncError) -> CitySyncReport {
    let report = try await bringUpToDate()
    // Changes of an earlier run must not be applied again.
    if report.changes == nil { try clearChanges() }
    return report
  }

  private func bringUpToDate() async throws(CitySyncError) -> CitySyncReport {
    let (current, step, _) = try inspect(verifies: false)
    if step == .fresh, let current { return CitySyncReport(action: .fresh, metadata: current) }
    if case .url = source { pause() }
    try checkStopping()
    let lock = try lock()
    // Without a lock, two runs may fetch the same file; each replaces the whole database.
    defer { withExtendedLifetime(lock) {} }
    // Without a lock, a file may belong to a process of another machine.
    if lock != nil { TemporaryFiles.sweep(TemporaryFiles.folder(of: path)) }
    // Another run may have finished meanwhile. Data that is kept from here on is verified.
    let (before, next, state) = try inspect(verifies: true)
    switch (next, before) {
    case (.fresh, let before?): return CitySyncReport(action: .fresh, metadata: before)
    case (.wait(let until), _):
      return try fallBack(to: before, .postponed(until: until, reason: state.error))
    case (.query(let validators), _): return try await attempt(before, validators)
    case (.fresh, nil): return try await attempt(nil, SyncValidators())
    }
  }

  /// Waits for a random part of the `--jitter` time, so that many machines do not send requests at
  /// the same time. A signal ends the wait.
  private func pause() {
    guard let jitter = arguments.data.jitter?.duration, jitter > .zero else { return }
    let longest = max(1, Int(jitter.milliseconds))
    var entry = pollfd(fd: context.shutdown.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, Int32(clamping: Int.random(in: 0...longest)))
  }

  private func inspect(
    verifies: Bool
  ) throws(CitySyncError) -> (CityMetadata?, SyncPlan.Step, SyncState) {
    let stored = try stored(verifies: verifies)
    let state = SyncState.load(SyncState.path(of: path))
    let step = arguments.plan.step(
      for: stored, state, source: source.name, changedAt: source.changedAt, now: now)
    return (stored, step, state)
  }

  /// The metadata of the stored data; nil if it is missing, damaged or of a different version.
  private func stored(verifies: Bool) throws(CitySyncError) -> CityMetadata? {
    do throws(CityStoreError) {
      return try CityStore(path: path, verifies: verifies).metadata()
    } catch {
      switch error {
      case .missing, .otherVersion: return nil
      case .damaged:
        if verifies { context.diagnostics.warning("\(error); rebuilding it from the source") }
        return nil
      case .notACityDatabase, .sqlite, .file: throw .store(error)
      }
    }
  }

  /// Returns nil on a file system without locks.
  private func lock() throws(CitySyncError) -> FileLock? {
    let lock: FileLock?
    do throws(FileError) {
      try Directories.create(containing: path)
      lock = try FileLock(
        path: path + ".lock", wait: arguments.data.wait?.duration ?? .seconds(30),
        isStopping: { context.shutdown.isRequested })
    } catch {
      guard error.isMissingLocks else {
        // "cannot open" would suggest that the data cannot be read.
        let operation = error.operation == "open" ? "lock" : error.operation
        throw .file(FileError(path: error.path, operation: operation, code: error.code))
      }
      context.diagnostics.warning("\(error); continuing without a lock")
      return nil
    }
    try checkStopping()
    guard let lock else { throw .locked(path: path) }
    return lock
  }

  private func attempt(
    _ before: CityMetadata?, _ validators: SyncValidators
  ) async throws(CitySyncError) -> CitySyncReport {
    do throws(CitySyncError) {
      let report = try await fetch(before, validators)
      AtomicFile.remove(SyncState.path(of: path))
      return report
    } catch {
      // A cancelled run says nothing about the source.
      if case .request(let cause) = error, cause.reason == .cancelled { throw error }
      record(error)
      if case .refused = error, let before {
        var report = CitySyncReport(action: .refused, metadata: before)
        report.error = error
        return report
      }
      guard error.isTemporary(isKnown: before?.source == source.name) else { throw error }
      return try fallBack(to: before, error)
    }
  }

  private func fetch(
    _ before: CityMetadata?, _ validators: SyncValidators
  ) async throws(CitySyncError) -> CitySyncReport {
    switch source {
    case .url(let url): return try await download(url, replacing: before, unless: validators)
    case .file(let path):
      let length = FileAttributes(path).flatMap { $0.isFile ? $0.bytes : nil }
      return try read(before, length: length) { receive throws(FileError) in
        try FileBytes.chunks(path, while: { context.shutdown.waitForInput($0) }, receive)
      }
    case .descriptor(let descriptor):
      return try read(before, length: nil) { receive throws(FileError) in
        try FileBytes.chunks(
          of: descriptor, path: "stdin", while: { context.shutdown.waitForInput($0) }, receive)
      }
    }
  }

  private func read(
    _ before: CityMetadata?, length: Int?,
    _ chunks: ((UnsafeRawBufferPointer) -> Void) throws(FileError) -> Void
  ) throws(CitySyncError) -> CitySyncReport {
    let file = newImport(limit: nil, length: length)
    try converting(CitySyncError.file) { () throws(FileError) in
      try chunks { try? file.receive($0) }
    }
    return try apply(file, before: before)
  }

  private func newImport(limit: Int?, length: Int?) -> CityImport {
    progress.expectDownload(totalBytes: length)
    return CityImport(
      path: path, limit: limit,
      format: (arguments.data.inputFormat ?? .auto).resolved(forFile: source.fileName),
      places: places, addsPlaces: arguments.plan.addsPlaces,
      onBytes: { [progress] in progress.add(bytes: $0) })
  }

  private static func request(
    _ url: RequestURL, _ validators: SyncValidators
  ) -> RequestSpecification {
    var request = RequestSpecification(url: url)
    // RFC 9110 §13.1.3: If-Modified-Since is ignored if there is an If-None-Match.
    if let etag = validators.etag {
      request.headers.append("If-None-Match", etag)
    } else if let lastModified = validators.lastModified {
      request.headers.append("If-Modified-Since", lastModified)
    }
    return request
  }

  private func download(
    _ url: RequestURL, replacing before: CityMetadata?, unless validators: SyncValidators
  ) async throws(CitySyncError) -> CitySyncReport {
    // The import of the last attempt, whose content counts.
    let last = Mutex<CityImport?>(nil)
    let request = Self.request(url, validators)
    let result = await send(
      request,
      body: .sink { [self] head in
        guard head.status == 200 else { return DiscardSink() }
        let file = newImport(limit: maximumBodyBytes, length: head.contentLength)
        last.withLock { $0 = file }
        return file
      })
    let response = try converting(CitySyncError.request, result.get)
    if response.status == 304, let before, validators != SyncValidators() {
      return try confirm(before, .notModified)
    }
    guard response.status == 200, let file = last.withLock({ $0 }) else {
      let retryAfter = RetryAfter.wait(response.head.headers, now: now)
      throw .status(
        response.status, url: url.text, retryAfter: retryAfter.map { Int($0.components.seconds) })
    }
    return try apply(
      file, before: before, head: response.head, hiding: fields.secrets(of: request))
  }

  /// Sends a request. A signal cancels it, because a partial file is useless.
  private func send(
    _ request: RequestSpecification, body: BodyDestination
  ) async -> Result<Response, RequestError> {
    await withUnsafeContinuation { continuation in
      let first = FirstResult(continuation)
      executor.start(request, body: body) { first.resume($0) }
      context.shutdown.onRequest { _ in
        first.resume(.failure(RequestError(.cancelled, attempts: 0)))
      }
    }
  }
}
