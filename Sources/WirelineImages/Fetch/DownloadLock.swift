internal import Synchronization
internal import WirelineRequests

/// Starts a download unless another process is downloading the same image, and then uses what that
/// process has stored. Delays downloads while many images wait to be processed.
///
/// Locks only when the request may start: thousands of requests may wait, and the kernel searches
/// all locks of a file on each call.
final class DownloadLock: RequestGate {
  private struct State: Sendable {
    var wait: Duration?
    var waited = Duration.zero
    var isLocked = false
    var image: StoredImage?

    mutating func pause() -> AdmissionDecision {
      let pause = wait.map { min($0 * 2, longestInterval) } ?? firstInterval
      wait = pause
      waited += pause
      return .wait(pause)
    }
  }

  private let request: ImageRequest
  private let store: ImageStore
  private let locks: ImageLocks
  /// Processes images; nil if they are stored unchanged.
  private let processor: ImageProcessor?
  private let state = Mutex(State())

  private static let firstInterval = Duration.milliseconds(2)
  private static let longestInterval = Duration.milliseconds(100)

  /// The time to the next check of a download that is held back.
  private static let holdTime = Duration.milliseconds(100)

  /// A stopped process retains its locks. After this time the image is fetched anyway, at worst
  /// twice.
  private let longestWait: Duration
  /// Like `longestWait`, for a process that also holds locks of images that it does not fetch.
  private static let shortWait = Duration.seconds(2)

  init(
    _ request: ImageRequest, _ bodies: StoredBodies, locks: ImageLocks, longestWait: Duration
  ) {
    self.request = request
    (store, processor) = (bodies.sinks.store, bodies.processor)
    self.locks = locks
    self.longestWait = longestWait
  }

  /// The image that another process has stored; nil if this process has to fetch it.
  var image: StoredImage? { state.withLock { $0.image } }

  func admit(isFirst: Bool) -> AdmissionDecision {
    guard isFirst else { return .go }
    if let processor, processor.isBusy { return .wait(Self.holdTime) }
    let (key, known) = (request.address.key, request.known)
    return state.withLock { state in
      let isLocked = locks.lock(key)
      guard isLocked || isLongEnough(state.waited) else { return state.pause() }
      // Another process may have stored it meanwhile.
      if state.wait != nil || known == nil && locks.hasOtherProcess {
        let image = store.find(request.address)
        if let image, isNewer(image), store.matches(image, request.options.expected) {
          if isLocked { locks.unlock(key) }
          state.image = image
          return .refuse(RequestError(.cancelled))
        }
        if known == nil, image == nil, store.isUnindexed(request.address) {
          if isLocked { locks.unlock(key) }
          return state.pause()
        }
      }
      state.isLocked = isLocked
      return .go
    }
  }

  /// Whether an image was stored or checked after the known one. Within the same second that is
  /// unknown, and the image is requested again.
  private func isNewer(_ image: StoredImage) -> Bool {
    let new = image.entry
    return request.known.map {
      new.checkedAt > $0.entry.checkedAt || new.storedAt > $0.entry.storedAt
    } ?? store.isRecent(image)
  }

  private func isLongEnough(_ wait: Duration) -> Bool {
    wait >= longestWait || wait >= Self.shortWait && locks.isOneOfMany(request.address.key)
  }

  func end() {
    state.withLock { state in
      if state.isLocked { locks.unlock(request.address.key) }
      state.isLocked = false
    }
  }
}
