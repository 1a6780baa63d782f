package import WirelineCore
package import WirelineRequests

/// Brings the city database up to date: plan, ask, parse, build aside, swap.
package struct CitySync: Sendable {
  /// What is the same for all runs of a tool.
  package struct Options: Sendable {
    package var plan = SyncPlan()
    /// The largest file in bytes; nil is no limit.
    package var maximumBodyBytes: Int?
    /// How long to wait for another run that is at it.
    package var lockWait = Duration.seconds(30)
    /// How many databases of before are kept.
    package var generations = 0
    /// Where every change of this run goes, as a line each; nil for nowhere.
    package var changesFile: String?
    /// Whether the run is to end: looked at before and while anything is waited
    /// for.
    package var isStopping: @Sendable () -> Bool = { false }
    /// Waits for a descriptor's next bytes; false when the run is to end first.
    package var waitForInput: @Sendable (Int32) -> Bool = { _ in true }
    /// Told that a file begins, and its length in bytes where that is known.
    package var onFile: @Sendable (Int?) -> Void = { _ in }
    /// Told how many bytes have come.
    package var onBytes: @Sendable (Int) -> Void = { _ in }
    /// Called if the file system has no locks; the run continues without one.
    package var onMissingLocks: @Sendable (FileError) -> Void = { _ in }
    /// Called if the stored data are damaged, before they are rebuilt from the source.
    package var onDamage: @Sendable (CityStoreError) -> Void = { _ in }
    /// What undoes gzip; nil takes files as they are.
    package var makeDecoder: (@Sendable () -> any ContentDecoder)?

    package init() {}
  }

  private let source: CitySource
  private let path: String
  private let options: Options
  private let executor: @Sendable () -> any RequestExecuting
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - path: of the database.
  ///   - executor: made when the network is needed, not before.
  ///   - now: seconds since 1970.
  package init(
    source: CitySource, path: String, options: Options,
    executor: @escaping @Sendable () -> any RequestExecuting, now: @escaping @Sendable () -> Int
  ) {
    self.source = source
    self.path = path
    self.options = options
    self.executor = executor
    self.now = now
  }

  private var plan: SyncPlan { options.plan }

  /// - Parameter pause: called when the network will be asked, before the lock is
  ///   taken.
  package func run(pause: () async -> Void = {}) async throws(CitySyncError) -> CitySyncReport {
    let report = try await bringUpToDate(pause)
    // What an earlier run left there is not to be applied again.
    if report.changes == nil { try clearChanges() }
    return report
  }

  private func bringUpToDate(
    _ pause: () async -> Void
  ) async throws(CitySyncError) -> CitySyncReport {
    if case .fresh(let metadata) = try look() {
      return CitySyncReport(action: .fresh, metadata: metadata)
    }
    if case .url = source { await pause() }
    try checkStopping()
    let lock = try lock()
    // Without a lock, two runs may fetch the same file. Each puts a whole database in place.
    defer { withExtendedLifetime(lock) {} }
    // Without a lock, a file may belong to a process of another machine.
    if lock != nil { TemporaryFiles.sweep(TemporaryFiles.folder(of: path)) }
    // Another run may have done the work meanwhile. Data that are kept from here on are verified.
    switch try look(.always) {
    case .fresh(let metadata): return CitySyncReport(action: .fresh, metadata: metadata)
    case .wait(let before, let until, let why):
      return try fall(back: before, .postponed(until: until, why: why))
    case .ask(let basis): return try await attempt(basis)
    }
  }

  private enum Look {
    case fresh(CityMetadata)
    case wait(CityMetadata?, until: Int, why: String?)
    case ask(Basis)
  }

  /// The stored data, and the validators of a request.
  private struct Basis {
    /// The metadata of intact data; nil if there are none, or this version cannot read them.
    var before: CityMetadata?
    /// Why the stored data are not intact.
    var damage: CityStoreError?
    var etag: String?
    var lastModified: String?
  }

  private func look(_ check: CityStore.Check = .ifTouched) throws(CitySyncError) -> Look {
    var basis = try basis(check)
    if check == .always, let damage = basis.damage { options.onDamage(damage) }
    let state = SyncState.load(SyncState.path(of: path))
    let step = plan.begin(
      basis.before, state, source: source.name, changedAt: source.changedAt, now: now())
    switch step {
    case .ask(let etag, let lastModified):
      (basis.etag, basis.lastModified) = (etag, lastModified)
      return .ask(basis)
    case .wait(let until): return .wait(basis.before, until: until, why: state.error)
    case .fresh:
      guard let before = basis.before else { return .ask(basis) }
      return .fresh(before)
    }
  }

  private func basis(_ check: CityStore.Check) throws(CitySyncError) -> Basis {
    do throws(CityStoreError) {
      return Basis(before: try CityStore(path: path, check: check).metadata())
    } catch {
      switch error {
      case .missing, .otherVersion: return Basis()
      case .damaged: return Basis(damage: error)
      case .notADatabase, .notACityDatabase, .sqlite, .file: throw .store(error)
      }
    }
  }

  /// - Returns: nil on a file system without locks.
  private func lock() throws(CitySyncError) -> FileLock? {
    let lock: FileLock?
    do throws(FileError) {
      try Directories.create(containing: path)
      lock = try FileLock(
        path: path + ".lock", wait: options.lockWait, isStopping: options.isStopping)
    } catch {
      guard error.isMissingLocks else {
        // Opening the lock file is not a matter of reading the data.
        let operation = error.operation == "open" ? "lock" : error.operation
        throw .file(FileError(path: error.path, operation: operation, code: error.code))
      }
      options.onMissingLocks(error)
      return nil
    }
    try checkStopping()
    guard let lock else { throw .locked(path: path) }
    return lock
  }

  private func checkStopping() throws(CitySyncError) {
    if options.isStopping() { throw .request(RequestError(.cancelled, attempts: 0)) }
  }

  // MARK: One attempt, and what it leaves

  private func attempt(_ basis: Basis) async throws(CitySyncError) -> CitySyncReport {
    let before = basis.before
    do throws(CitySyncError) {
      let report = try await ask(basis)
      AtomicFile.remove(SyncState.path(of: path))
      return report
    } catch {
      // That the run was to end says nothing about the source.
      if error.isCancellation { throw error }
      remember(error)
      if case .refused = error, let before {
        var report = CitySyncReport(action: .refused, metadata: before)
        report.fault = error
        return report
      }
      guard error.isPassing(isKnown: before?.source == source.name) else { throw error }
      return try fall(back: before, error)
    }
  }

  /// For the next run, and for whoever asks how things are. That it cannot be
  /// kept is no reason to fail.
  private func remember(_ error: CitySyncError) {
    let place = SyncState.path(of: path)
    let state = SyncState.load(place).failed(
      "\(error)", source: source.name, isBusy: error.isBusy, wait: error.wait, now: now())
    try? state.save(place)
  }

  private func fall(
    back before: CityMetadata?, _ error: CitySyncError
  ) throws(CitySyncError) -> CitySyncReport {
    let fallback = plan.fallback(before, now: now())
    guard let before, before.cities > 0, fallback != .none else { throw error }
    var report = CitySyncReport(action: .stale, metadata: before)
    report.fault = error
    report.isTooOld = fallback == .tooOld
    return report
  }

  private func ask(_ basis: Basis) async throws(CitySyncError) -> CitySyncReport {
    switch source {
    case .url(let url): return try await download(url, basis)
    case .file(let path):
      let file = newImport(
        limit: nil, length: FileFacts(path).flatMap { $0.isFile ? $0.bytes : nil })
      do throws(FileError) {
        try FileBytes.chunks(path, while: options.waitForInput) { try? file.receive($0) }
      } catch {
        throw .file(error)
      }
      return try settle(file, basis, head: nil)
    case .descriptor(let descriptor):
      let file = newImport(limit: nil, length: nil)
      do throws(FileError) {
        try FileBytes.chunks(of: descriptor, path: "stdin", while: options.waitForInput) {
          try? file.receive($0)
        }
      } catch {
        throw .file(error)
      }
      return try settle(file, basis, head: nil)
    }
  }

  private func newImport(limit: Int?, length: Int?) -> CityImport {
    options.onFile(length)
    return CityImport(
      path: path, limit: limit, makeDecoder: options.makeDecoder, onBytes: options.onBytes)
  }

  // MARK: The network

  /// The one place where requests for city data are built.
  package static func request(
    _ url: RequestURL, etag: String?, lastModified: String?
  ) -> RequestSpecification {
    var request = RequestSpecification(url: url)
    // RFC 9110 §13.1.3: If-Modified-Since is ignored beside If-None-Match.
    if let etag {
      request.headers.append("If-None-Match", etag)
    } else if let lastModified {
      request.headers.append("If-Modified-Since", lastModified)
    }
    return request
  }

  private func download(
    _ url: RequestURL, _ basis: Basis
  ) async throws(CitySyncError) -> CitySyncReport {
    let (etag, lastModified) = (basis.etag, basis.lastModified)
    let files = LastImport()
    let executor = executor()
    let request = Self.request(url, etag: etag, lastModified: lastModified)
    let response: Response
    do throws(RequestError) {
      response = try await executor.execute(
        request,
        body: .newSink { [self] head in
          guard head.status == 200 else { return DiscardSink() }
          let length = head.headers["Content-Length"].flatMap { Int(digits: $0) }
          return files.keep(newImport(limit: options.maximumBodyBytes, length: length))
        })
    } catch {
      throw .request(error)
    }
    if response.status == 304, let before = basis.before, etag != nil || lastModified != nil {
      return try renew(before, .notModified)
    }
    guard response.status == 200, let file = files.last else {
      let wait = response.head.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: now()) }
      throw .status(
        response.status, url: url.text, wait: wait.map { Int($0.components.seconds) })
    }
    return try settle(
      file, basis, head: response.head, hiding: executor.secrets(of: request))
  }

  // MARK: A whole file

  /// - Parameter secrets: what was sent for the file; it may repeat them.
  private func settle(
    _ file: CityImport, _ basis: Basis, head: ResponseHead?,
    hiding secrets: SentSecrets = SentSecrets()
  ) throws(CitySyncError) -> CitySyncReport {
    let before = basis.before
    try checkStopping()
    var finished: CityImport.Finished
    do throws(CityFileError) {
      finished = try file.finish()
    } catch {
      throw .refused(secrets.masked(error.description, with: "***"))
    }
    if let before, before.sha256 == finished.sha256, before.source == source.name {
      return try renew(before, .unchanged)
    }
    let cities = finished.builder.cities
    if let reason = plan.refusal(
      cities: cities, badRows: finished.badRows, before: before, source: source.name)
    {
      throw .refused(
        [reason, finished.badRowSamples.first?.description].compactMap { $0 }
          .map { secrets.masked($0, with: "***") }.joined(separator: "; "))
    }
    let metadata = CityMetadata(
      source: source.name, etag: head?.headers["ETag"],
      lastModified: head?.headers["Last-Modified"], sha256: finished.sha256, cities: cities,
      updatedAt: now(), checkedAt: now())
    var report = CitySyncReport(
      action: .downloaded, metadata: metadata, badRows: finished.badRows, bytes: finished.bytes)
    report.badRowSamples = finished.badRowSamples
    report.secrets = secrets
    var start = ContinuousClock.now
    try checkStopping()
    report.changes = try changes(finished.builder, before)
    finished.stages.end(.comparing, since: &start)
    do throws(CityStoreError) {
      if basis.damage != nil { try setAside() }
      // Damaged data must not push an intact database out of the generations.
      try finished.builder.commit(
        metadata, generations: basis.damage == nil ? options.generations : 0,
        stages: &finished.stages)
    } catch {
      throw .store(error)
    }
    report.stages = finished.stages
    return report
  }

  /// Keeps a file that does not begin like a database as `….damaged`, because it may be a file of
  /// the user.
  private func setAside() throws(CityStoreError) {
    guard let header = try? SQLiteHeader(of: path), !header.isDatabase else { return }
    do throws(FileError) {
      try AtomicFile.duplicate(path, as: path + ".damaged")
    } catch {
      throw .file(error)
    }
  }

  /// What is different; with `changesFile` every change is written there first.
  private func changes(
    _ builder: CityStoreBuilder, _ before: CityMetadata?
  ) throws(CitySyncError) -> CityChanges? {
    guard before != nil else { return nil }
    var fault: FileError?
    do throws(CityStoreError) {
      let store = try CityStore(path: path)
      guard let place = options.changesFile else { return try builder.changes(since: store) }
      do throws(FileError) {
        let file = try AtomicFile(path: place, sweeps: true)
        let changes: CityChanges
        do throws(CityStoreError) {
          changes = try builder.changes(since: store) { line in
            do throws(FileError) {
              if fault == nil { try file.write(line) }
            } catch {
              fault = error
            }
          }
        } catch {
          throw error.asFileError(store.path)
        }
        if let fault { throw fault }
        try file.commit()
        return changes
      } catch {
        throw .file(error)
      }
    } catch {
      throw .store(error)
    }
  }

  /// Leaves no change in the file for changes.
  private func clearChanges() throws(CitySyncError) {
    guard let place = options.changesFile else { return }
    do throws(FileError) {
      try AtomicFile(path: place, sweeps: true).commit()
    } catch {
      throw .file(error)
    }
  }

  /// The data that is here is still the source's.
  private func renew(
    _ before: CityMetadata, _ action: CitySyncReport.Action
  ) throws(CitySyncError) -> CitySyncReport {
    var metadata = before
    metadata.checkedAt = now()
    do throws(FileError) {
      try FileTime.set(path, modified: metadata.checkedAt)
    } catch {
      throw .file(error)
    }
    return CitySyncReport(action: action, metadata: metadata)
  }
}
