internal import Glibc
internal import WirelineCore

/// The commands that concern the stored database only: `--status` and `--rollback`.
struct DatabaseCommands {
  let paths: SyncPaths
  let context: ToolContext

  func printStatus(ttl: Duration) -> ExitStatus {
    do throws(CityStoreError) {
      let store = try CityStore(path: paths.database)
      let metadata = try store.metadata()
      let favorites = storedFavorites()
      let orphans = try CitySearch(store).cities(of: favorites ?? []).filter { $0.isOrphan }
      let record = SyncStatusRecord(
        database: paths.database, metadata: metadata,
        state: SyncState.load(SyncState.path(of: paths.database)), ttl: ttl,
        favorites: favorites, orphans: orphans.map { $0.city },
        generations: CityGenerations(path: paths.database).paths.count,
        now: context.environment.now)
      return PrintedRecord.print(record.lineBytes, context)
    } catch {
      return fail(error)
    }
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
