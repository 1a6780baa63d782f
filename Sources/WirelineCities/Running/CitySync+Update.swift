internal import WirelineCore
internal import WirelineRequests

/// The last step of a sync: replaces the database with an imported file, or keeps it.
extension CitySync {
  func checkStopping() throws(CitySyncError) {
    if context.shutdown.isRequested { throw .request(RequestError(.cancelled, attempts: 0)) }
  }

  /// Replaces the database, unless the file is unchanged or refused.
  ///
  /// - Parameters:
  ///   - before: the metadata of the database that is replaced; nil if it cannot be used.
  ///   - head: the head of the response that contained the file.
  ///   - secrets: the secrets sent for the file, which it may repeat.
  func apply(
    _ file: CityImport, before: CityMetadata?, head: ResponseHead? = nil,
    hiding secrets: SentSecrets = SentSecrets()
  ) throws(CitySyncError) -> CitySyncReport {
    try checkStopping()
    let finished = try converting(
      { CitySyncError.refused(secrets.masked($0.description, with: "***")) }, file.finish)
    let (plan, builder) = (arguments.plan, finished.builder)
    if let before, before.sha256 == finished.sha256, plan.isImport(before, of: source.name) {
      return try confirm(before, .unchanged)
    }
    let metadata = CityMetadata(
      source: source.name, etag: head?.headers["ETag"],
      lastModified: head?.headers["Last-Modified"], sha256: finished.sha256,
      cities: builder.cities, addedPlaces: plan.addsPlaces ? builder.addedPlaces : nil,
      updatedAt: now, checkedAt: now)
    if let reason = plan.refusal(
      cities: metadata.sourceCities, badRows: finished.badRows, before: before)
    {
      throw .refused(
        [reason, finished.badRowSamples.first?.description].compactMap { $0 }
          .map { secrets.masked($0, with: "***") }.joined(separator: "; "))
    }
    var report = CitySyncReport(
      action: .downloaded, metadata: metadata, badRows: finished.badRows,
      badRowSamples: finished.badRowSamples, secrets: secrets, bytes: finished.bytes)
    try checkStopping()
    try converting(CitySyncError.store) { () throws(CityStoreError) in
      if before == nil { try setAside() }
      // A database that cannot be used must not replace one that can among the previous databases.
      let generations = before == nil ? 0 : arguments.data.generations?.value ?? 1
      try builder.commit(metadata, generations: generations) {
        (new) throws(CityStoreError) in
        if before != nil { report.changes = try changes(in: new) }
      }
    }
    return report
  }

  /// Keeps a file that does not begin with a database header as `….damaged`, because it may be a
  /// file of the user.
  private func setAside() throws(CityStoreError) {
    guard let header = try? SQLiteHeader(of: path), !header.isDatabase else { return }
    try converting(CityStoreError.file) { () throws(FileError) in
      try AtomicFile.duplicate(path, as: path + ".damaged")
    }
  }

  /// Compares a new database with the old one, and writes each change to the file for changes.
  private func changes(in new: String) throws(CityStoreError) -> CityChanges {
    let old = try CityStore(path: path).database
    func compare(_ report: (([UInt8]) -> Void)?) throws(CityStoreError) -> CityChanges {
      try converting(CityStoreError.init(reading:)) { () throws(SQLiteError) in
        try CityChanges(from: old, to: new, report: report)
      }
    }
    guard let changesFile = arguments.data.diff else { return try compare(nil) }
    let file = try converting(CityStoreError.file) { () throws(FileError) in
      try AtomicFile(path: changesFile, sweeps: true)
    }
    var writeError: FileError?
    let changes = try compare { line in
      do throws(FileError) {
        if writeError == nil { try file.write(line) }
      } catch {
        writeError = error
      }
    }
    try converting(CityStoreError.file) { () throws(FileError) in
      if let writeError { throw writeError }
      try file.commit()
    }
    return changes
  }

  func clearChanges() throws(CitySyncError) {
    guard let changesFile = arguments.data.diff else { return }
    try converting(CitySyncError.file) { () throws(FileError) in
      try AtomicFile(path: changesFile, sweeps: true).commit()
    }
  }

  /// Records that the source still has the content of the database.
  func confirm(
    _ before: CityMetadata, _ action: CitySyncReport.Action
  ) throws(CitySyncError) -> CitySyncReport {
    var metadata = before
    metadata.checkedAt = now
    try converting(CitySyncError.file) { () throws(FileError) in
      try FileTime.set(path, modified: metadata.checkedAt)
    }
    return CitySyncReport(action: action, metadata: metadata)
  }

  /// Stores the failure for the next run and for `--status`, ignoring errors.
  func record(_ error: CitySyncError) {
    let statePath = SyncState.path(of: path)
    let state = SyncState.load(statePath).failed(
      "\(error)", source: source.name, isBusy: error.isBusy, retryAfter: error.retryAfter,
      now: now)
    try? state.save(statePath)
  }

  func fallBack(
    to before: CityMetadata?, _ error: CitySyncError
  ) throws(CitySyncError) -> CitySyncReport {
    guard let before, before.cities > 0 else { throw error }
    var report = CitySyncReport(action: .stale, metadata: before)
    report.error = error
    report.isTooOld = arguments.plan.isTooOld(before, now: now)
    return report
  }
}
