internal import Synchronization

/// Memory that is used again: a buffer that one thread fills and another one
/// empties would else go through the allocator of both each time.
package final class BufferPool: Sendable {
  private struct State: Sendable {
    var buffers: [[UInt8]] = []
    /// Of those together.
    var bytes = 0
  }

  private let state = Mutex(State())
  private let maximumBytes: Int

  /// - Parameter maximumBytes: what is kept for later.
  package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// - Returns: an empty buffer that holds so much without growing.
  package func take(capacity: Int) -> [UInt8] {
    var buffer: [UInt8] = state.withLock { state in
      guard let buffer = state.buffers.popLast() else { return [] }
      state.bytes -= buffer.capacity
      return buffer
    }
    buffer.reserveCapacity(capacity)
    return buffer
  }

  /// Takes a buffer that nobody needs any more.
  package func give(_ buffer: consuming [UInt8]) {
    guard buffer.capacity > 0 else { return }
    buffer.removeAll(keepingCapacity: true)
    state.withLock { [buffer] state in
      guard state.bytes + buffer.capacity <= maximumBytes else { return }
      state.bytes += buffer.capacity
      state.buffers.append(buffer)
    }
  }
}
