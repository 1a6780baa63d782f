internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// The commands that concern the stored database only: `--status` and `--rollback`.
struct DatabaseCommands {
  let paths: SyncPaths
  let context: ToolContext

  func printStatus(ttl: Duration) -> ExitStatus {
    do throws(CityStoreError) {
      let store = try CityStore(path: paths.database)
      let metadata = try store.metadata()
      let favorites = storedFavorites()
      let orphans = try CitySearch(store).matches(of: favorites ?? []).filter(\.isOrphan)
      return printStatus(metadata, ttl: ttl, favorites: favorites, orphans: orphans.map(\.city))
    } catch {
      return fail(error)
    }
  }

  /// - Parameter orphans: favourites that the data no longer contains.
  private func printStatus(
    _ metadata: CityMetadata, ttl: Duration, favorites: [Favorite]?, orphans: [City]
  ) -> ExitStatus {
    let state = SyncState.load(SyncState.path(of: paths.database))
    let now = context.environment.now
    let due = metadata.checkedAt + Int(ttl.components.seconds)
    // The time when the next run will query the source.
    let nextRun = max(due, state.source == metadata.source ? state.notBefore ?? 0 : 0)
    let line = JSONWriter.line { writer in
      writer.field("ref", 1)
      writer.field("database", paths.database)
      let isURL = RequestURL.looksAbsolute(metadata.source)
      writer.field("source", isURL ? Secrets.redacted(url: metadata.source) : metadata.source)
      metadata.writeCounts(to: &writer)
      if let favorites { writer.field("favorites", favorites.count) }
      writer.key("orphans")
      writer.array { writer in
        for orphan in orphans { writer.object { orphan.writeFields(to: &$0) } }
      }
      writer.field("updated_at", CivilDate.timestamp(metadata.updatedAt))
      writer.field("checked_at", CivilDate.timestamp(metadata.checkedAt))
      writer.field("age_s", max(0, now - metadata.updatedAt))
      writer.field("next_run_at", CivilDate.timestamp(nextRun))
      if let etag = metadata.etag { writer.field("etag", etag) }
      if let date = metadata.lastModified { writer.field("last_modified", date) }
      writer.field("sha256", metadata.sha256)
      writer.field("generations", CityGenerations(path: paths.database).paths.count)
      writer.field("failures", state.failures)
      if let error = state.error { writer.field("last_error", error) }
      if let failedAt = state.failedAt {
        writer.field("failed_at", CivilDate.timestamp(failedAt))
      }
      if let notBefore = state.notBefore, notBefore > now {
        writer.field("not_before", CivilDate.timestamp(notBefore))
      }
    }
    return PrintedRecord.print(line, context)
  }

  /// Returns the favourites; nil if they cannot be read, which is reported.
  private func storedFavorites() -> [Favorite]? {
    guard let path = paths.favorites else { return [] }
    do throws(FavoriteError) {
      return try FavoriteStore(path: path).all()
    } catch {
      context.diagnostics.warning(error.description)
      return nil
    }
  }

  /// Swaps the database with the previous one, which then counts as checked now: a sync within the
  /// TTL does not replace it.
  func rollBack() -> ExitStatus {
    // Checked before locking, because the folder of the lock may be missing too.
    if access(paths.database, F_OK) != 0, errno == ENOENT {
      return fail(.missing(path: paths.database))
    }
    do throws(FileError) {
      // Fails on a file system without locks: two concurrent swaps would lose a database.
      guard let lock = try FileLock(path: paths.database + ".lock", wait: .seconds(30)) else {
        context.diagnostics.error("\(CitySyncError.locked(path: paths.database))")
        return .tryLater
      }
      defer { withExtendedLifetime(lock) {} }
      let generations = CityGenerations(path: paths.database)
      guard let previous = generations.paths.first else {
        context.diagnostics.error(
          "no previous database beside \"\(paths.database)\"",
          hint: "the next sync that replaces the data keeps it, unless --generations is 0")
        return .noData
      }
      do throws(CityStoreError) {
        _ = try CityStore(path: previous, verifies: true).metadata()
      } catch {
        return fail(error, hint: "\"\(paths.database)\" is unchanged; remove \"\(previous)\"")
      }
      try generations.rollBack()
      try FileTime.set(paths.database, modified: context.environment.now)
      return printStatus(ttl: SyncPlan().ttl)
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  private func fail(_ error: CityStoreError, hint: String? = nil) -> ExitStatus {
    context.fail(ErrorRecord(error, tool: context.tool), hint: hint)
  }
}
