/// Lines on their way to a journal, and when they have to go there.
struct JournalBuffer {
  /// Beyond that they are written.
  static let maximumBytes = 64 * 1024
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

  /// Hands out the bytes; then there is nothing.
  mutating func take() -> [UInt8] {
    defer {
      bytes = []
      since = nil
    }
    return bytes
  }
}
