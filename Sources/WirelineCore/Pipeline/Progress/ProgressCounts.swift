/// How far a run is.
package struct ProgressCounts: Equatable, Sendable {
  /// Items that ended, well or not.
  package var done = 0
  /// Those of them that failed.
  package var failed = 0
  /// Items read and not ended; nil for a run that does not count them.
  package var inWork: Int?
  /// Requests under way; nil for a run that makes none.
  package var inFlight: Int?
  /// Successes by kind: `joined` 3, `storage` 40.
  package var outcomes: [String: Int] = [:]
  /// How much of the input has been read, 0…1; nil where that is not known.
  package var inputFraction: Double?
  /// Bytes moved.
  package var bytes = 0
  /// Items in all; nil where the input has not told yet.
  package var total: Int?
  /// Bytes in all, of a download; nil where nobody has said.
  package var totalBytes: Int?
  /// Bytes that were here before the start, of a download taken up again.
  package var earlierBytes = 0
  /// Whether it is one download, told by its bytes and not by items.
  package var isDownload = false

  package init() {}

  /// Bytes a second since the start; nil before a tenth of a second has passed.
  func byteRate(after elapsed: Duration) -> Double? {
    let seconds = elapsed / .seconds(1)
    return seconds < 0.1 ? nil : Double(bytes - earlierBytes) / seconds
  }

  /// How long the rest of a download takes at that rate; nil where that cannot
  /// be said.
  func remainingBytes(after elapsed: Duration) -> Duration? {
    guard let totalBytes, totalBytes > bytes, let rate = byteRate(after: elapsed), rate > 0 else {
      return nil
    }
    return .seconds(Double(totalBytes - bytes) / rate)
  }

  /// Items a second since the start; nil before a tenth of a second has passed.
  func rate(after elapsed: Duration) -> Double? {
    let seconds = elapsed / .seconds(1)
    return seconds < 0.1 ? nil : Double(done) / seconds
  }

  /// How long the rest takes at that rate; nil where that cannot be said.
  func remaining(after elapsed: Duration) -> Duration? {
    guard let total = expectedTotal, total > done, let rate = rate(after: elapsed), rate > 0 else {
      return nil
    }
    return .seconds(Double(total - done) / rate)
  }

  /// Items in all, as far as what was read of the input tells.
  private var expectedTotal: Int? {
    if let total { return total }
    guard let inputFraction, inputFraction > 0, let inWork else { return nil }
    return Int(Double(done + inWork) / inputFraction)
  }
}
