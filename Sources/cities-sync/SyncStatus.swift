import Glibc
import WirelineCities
import WirelineCore

/// How things are, and the way back.
struct SyncStatus {
  private let place: SyncPlace
  private let context: ToolContext

  init(_ place: SyncPlace, _ context: ToolContext) {
    self.place = place
    self.context = context
  }

  func print(ttl: Duration) -> ExitStatus {
    do throws(CityStoreError) {
      let store = try CityStore(path: place.database)
      let metadata = try store.metadata()
      let favorites = storedFavorites()
      let search = CitySearch(store)
      var orphans: [Favorite] = []
      for favorite in favorites ?? [] where try search.city(favorite.city.id) == nil {
        orphans.append(favorite)
      }
      let record = SyncStatusRecord(
        database: place.database, metadata: metadata,
        state: SyncState.load(SyncState.path(of: place.database)), ttl: ttl,
        favorites: favorites, orphans: orphans,
        generations: CityGenerations(place.database, limit: 0).paths.count,
        now: context.environment.now)
      return PrintedRecord.print(record.lineBytes, context)
    } catch {
      return fail(error)
    }
  }

  /// Nil if they cannot be read, which is reported.
  private func storedFavorites() -> [Favorite]? {
    do throws(FavoriteError) {
      return try place.favorites.map { path throws(FavoriteError) in
        try FavoriteStore(path: path).all()
      } ?? []
    } catch {
      context.diagnostics.warning(error.description)
      return nil
    }
  }

  /// The database of before, in its place: a run in its TTL leaves it there.
  func rollBack() -> ExitStatus {
    // Told before the lock is taken: its folder may not be there either.
    if access(place.database, F_OK) != 0, errno == ENOENT {
      return fail(.missing(path: place.database))
    }
    do throws(FileError) {
      // Without locks this fails: two exchanges at once would lose one of the databases.
      guard let lock = try FileLock(path: place.database + ".lock", wait: .seconds(30)) else {
        let error = CitySyncError.locked(path: place.database)
        context.diagnostics.error("\(error)")
        return .tryLater
      }
      defer { withExtendedLifetime(lock) {} }
      let generations = CityGenerations(place.database, limit: 0)
      guard let last = generations.paths.first else {
        context.diagnostics.error(
          "there is no database of before beside \"\(place.database)\"",
          hint: "keep some with --generations")
        return .noData
      }
      do throws(CityStoreError) {
        _ = try CityStore(path: last, check: .always).metadata()
      } catch {
        context.diagnostics.error(
          error.description, hint: "\"\(place.database)\" is unchanged; remove \"\(last)\"")
        return ExitStatus(ErrorRecord(error, tool: context.tool))
      }
      try generations.rollBack()
      try FileTime.set(place.database, modified: context.environment.now)
      return print(ttl: .seconds(86_400))
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  private func fail(_ error: CityStoreError) -> ExitStatus {
    context.diagnostics.error(error.description, hint: error.hint)
    return ExitStatus(ErrorRecord(error, tool: context.tool))
  }
}
