/// Lines on their way to a journal, and when they have to be written.
struct JournalBuffer {
  /// Beyond this they are written.
  static let maximumBytes = 64 * 1024
  /// Beyond this they are given up, if another process never frees the journal.
  static let maximumHeldBytes = 64 << 20
  /// Milliseconds that a line may wait for more.
  static let maximumWait = 100

  private(set) var bytes: [UInt8] = []
  /// When the oldest line came; nil when there is none.
  private var since: ContinuousClock.Instant?

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], at now: ContinuousClock.Instant) {
    bytes.append(contentsOf: line)
    if since == nil { since = now }
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let since else { return false }
    return bytes.count >= Self.maximumBytes || now - since >= .milliseconds(Self.maximumWait)
  }

  mutating func removeAll() {
    bytes = []
    since = nil
  }
}
