internal import WirelineCore
internal import WirelineRequests

/// How long each part of taking a new file took: what `-v` tells, and where one
/// looks before one makes it faster.
package struct SyncStages: Sendable, CustomStringConvertible {
  package enum Stage: String, Sendable {
    /// Waiting for the bytes.
    case reading
    /// Unpacking, parsing and folding them.
    case parsing
    case sorting
    /// What is different from before.
    case comparing
    case inserting
    case indexing
    case checking
    /// To the disk, and under its name.
    case replacing
  }

  package private(set) var times: [(stage: Stage, time: Duration)] = []

  package init() {}

  package mutating func add(_ stage: Stage, _ time: Duration) { times.append((stage, time)) }

  /// Adds what happened since `start`, and begins anew.
  mutating func end(_ stage: Stage, since start: inout ContinuousClock.Instant) {
    let now = ContinuousClock.now
    add(stage, start.duration(to: now))
    start = now
  }

  package var description: String {
    times.map { "\($0.stage.rawValue) \($0.time.unitText)" }.joined(separator: ", ")
  }
}
