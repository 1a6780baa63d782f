/// Brings the city database up to date: plan, ask, parse, build aside, swap.
package struct CitySync: Sendable {
  package enum Source: Sendable {
    case url(RequestURL)
    case file(path: String)
    case descriptor(Int32)

    /// As the database remembers it; no credentials.
    package var name: String {
      switch self {
      case .url(let url): url.text
      case .file(let path): path
      case .descriptor: "-"
      }
    }
  }

  private let source: Source
  private let path: String
  private let plan: SyncPlan
  private let maximumBodyBytes: Int?
  private let executor: @Sendable () -> any RequestExecuting
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - path: of the database.
  ///   - maximumBodyBytes: the largest file; nil is no limit.
  ///   - executor: made when the network is needed, not before.
  ///   - now: seconds since 1970.
  package init(
    source: Source, path: String, plan: SyncPlan, maximumBodyBytes: Int?,
    executor: @escaping @Sendable () -> any RequestExecuting, now: @escaping @Sendable () -> Int
  ) {
    self.source = source
    self.path = path
    self.plan = plan
    self.maximumBodyBytes = maximumBodyBytes
    self.executor = executor
    self.now = now
  }

  /// How long to wait for another run that is at it.
  private static let lockWait = Duration.seconds(30)

  package func run() async throws(CitySyncError) -> CitySyncReport {
    if case .fresh(let metadata) = try look() {
      return CitySyncReport(action: .fresh, metadata: metadata)
    }
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    TemporaryFiles.sweep(TemporaryFiles.folder(of: path))
    // Whoever held the lock may have done the work.
    switch try look() {
    case .fresh(let metadata): return CitySyncReport(action: .fresh, metadata: metadata)
    case .ask(let before, let etag, let lastModified):
      return try await ask(before, etag, lastModified)
    }
  }

  private enum Look {
    case fresh(CityMetadata)
    case ask(CityMetadata?, etag: String?, lastModified: String?)
  }

  private func look() throws(CitySyncError) -> Look {
    let before = try metadata()
    switch plan.begin(before, source: source.name, now: now()) {
    case .ask(let etag, let lastModified):
      return .ask(before, etag: etag, lastModified: lastModified)
    case .fresh:
      guard let before else { return .ask(nil, etag: nil, lastModified: nil) }
      return .fresh(before)
    }
  }

  /// Of the data that is here; nil for none, or none that this version reads.
  private func metadata() throws(CitySyncError) -> CityMetadata? {
    do throws(CityStoreError) {
      return try CityStore(path: path).metadata()
    } catch {
      switch error {
      case .missing, .otherVersion: return nil
      default: throw .store(error)
      }
    }
  }

  private func lock() throws(CitySyncError) -> FileLock {
    let lock: FileLock?
    do throws(FileError) {
      try Directories.create(containing: path)
      lock = try FileLock(path: path + ".lock", wait: Self.lockWait)
    } catch {
      throw .file(error)
    }
    guard let lock else { throw .locked(path: path) }
    return lock
  }

  private func ask(
    _ before: CityMetadata?, _ etag: String?, _ lastModified: String?
  ) async throws(CitySyncError) -> CitySyncReport {
    switch source {
    case .url(let url): return try await download(url, before, etag, lastModified)
    case .file(let path):
      let file = CityImport(path: self.path, limit: nil)
      do throws(FileError) {
        try FileBytes.chunks(path) { try? file.receive($0) }
      } catch {
        throw .file(error)
      }
      return try settle(file, before, head: nil)
    case .descriptor(let descriptor):
      let file = CityImport(path: path, limit: nil)
      do throws(FileError) {
        try FileBytes.chunks(of: descriptor, path: "stdin") { try? file.receive($0) }
      } catch {
        throw .file(error)
      }
      return try settle(file, before, head: nil)
    }
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
    _ url: RequestURL, _ before: CityMetadata?, _ etag: String?, _ lastModified: String?
  ) async throws(CitySyncError) -> CitySyncReport {
    let files = LastImport()
    let response: Response
    do throws(RequestError) {
      response = try await executor().execute(
        Self.request(url, etag: etag, lastModified: lastModified),
        body: .newSink { [path, maximumBodyBytes] head in
          guard head.status == 200 else { return DiscardSink() }
          return files.keep(CityImport(path: path, limit: maximumBodyBytes))
        })
    } catch {
      throw .request(error)
    }
    if response.status == 304, let before { return try renew(before, .notModified) }
    guard response.status == 200, let file = files.last else {
      throw .status(response.status, url: url.text)
    }
    return try settle(file, before, head: response.head)
  }

  // MARK: A whole file

  private func settle(
    _ file: CityImport, _ before: CityMetadata?, head: ResponseHead?
  ) throws(CitySyncError) -> CitySyncReport {
    var finished: CityImport.Finished
    do throws(CityFileError) {
      finished = try file.finish()
    } catch {
      throw .refused(error.description)
    }
    if let before, before.sha256 == finished.sha256, before.source == source.name {
      return try renew(before, .unchanged)
    }
    let cities = finished.builder.cities
    if let reason = plan.refusal(
      cities: cities, badRows: finished.badRows, before: before, source: source.name)
    {
      throw .refused(
        [reason, finished.firstBadRow?.description].compactMap { $0 }.joined(separator: "; "))
    }
    let metadata = CityMetadata(
      source: source.name, etag: head?.headers["ETag"],
      lastModified: head?.headers["Last-Modified"], sha256: finished.sha256, cities: cities,
      updatedAt: now(), checkedAt: now())
    do throws(CityStoreError) {
      try finished.builder.commit(metadata)
    } catch {
      throw .store(error)
    }
    return CitySyncReport(
      action: .downloaded, metadata: metadata, badRows: finished.badRows, bytes: finished.bytes)
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
