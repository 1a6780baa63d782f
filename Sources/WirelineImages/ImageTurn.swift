internal import Synchronization
internal import WirelineRequests

/// Lets a download begin when no other process is at the same one; what another
/// one has stored meanwhile is not fetched again.
///
/// The lock is taken only when the request's turn has come: the kernel goes
/// through all locks of a file for each, and a thousand lines wait at a time.
final class ImageTurn: RequestGate {
  private struct State: Sendable {
    /// How long it was waited the last time.
    var wait: Duration?
    /// And in all.
    var waited = Duration.zero
    var isLocked = false
    var image: StoredImage?
  }

  private let address: ImageAddress
  private let store: ImageStore
  private let locks: ImageLocks
  /// What was stored when it was asked for; nil for nothing.
  private let known: StoredImage?
  private let state = Mutex(State())

  /// How often another process's download is looked at, at first and at most.
  private static let patience = (
    first: Duration.milliseconds(2), longest: Duration.milliseconds(100)
  )

  /// A process that was stopped, and not killed, keeps its locks: after so long
  /// the image is fetched all the same, which does no harm but to fetch it twice.
  private let longestWait: Duration
  /// The same where it has the locks of images that it does not fetch.
  private static let shortWait = Duration.seconds(2)

  /// - Parameters:
  ///   - known: what is stored, and not enough: only what is newer will do.
  ///   - longestWait: for another process.
  init(
    _ address: ImageAddress, _ store: ImageStore, _ locks: ImageLocks, known: StoredImage?,
    longestWait: Duration
  ) {
    self.longestWait = longestWait
    self.address = address
    self.store = store
    self.locks = locks
    self.known = known
  }

  /// What another process has stored; nil if this one is to fetch it.
  var image: StoredImage? { state.withLock { $0.image } }

  func turn(isFirst: Bool) -> RequestTurn {
    guard isFirst else { return .go }
    return state.withLock { state in
      let isLocked = locks.lock(address.key)
      guard isLocked || isLongEnough(state.waited) else {
        let wait = state.wait.map { min($0 * 2, Self.patience.longest) } ?? Self.patience.first
        state.wait = wait
        state.waited += wait
        return .wait(wait)
      }
      // It may have come while nobody looked.
      let isWorthALook = state.wait != nil || known == nil && locks.hasCompany
      if isWorthALook, let image = store.find(address), isNews(image) {
        if isLocked { locks.unlock(address.key) }
        state.image = image
        return .drop
      }
      state.isLocked = isLocked
      return .go
    }
  }

  /// Whether somebody has stored or checked it meanwhile; within the same second
  /// that cannot be told, and it is asked for once more.
  private func isNews(_ image: StoredImage) -> Bool {
    known.map { image.checkedAt > $0.checkedAt || image.storedAt > $0.storedAt }
      ?? store.isYoung(image)
  }

  private func isLongEnough(_ wait: Duration) -> Bool {
    wait >= longestWait || wait >= Self.shortWait && locks.isAmongMany(address.key)
  }

  /// The download is over, well or not.
  func end() {
    state.withLock { state in
      if state.isLocked { locks.unlock(address.key) }
      state.isLocked = false
    }
  }
}
