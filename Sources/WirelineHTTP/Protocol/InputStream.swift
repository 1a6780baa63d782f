import Glibc
import NIOCore
import Synchronization
import WirelineCore
import WirelineRequests

/// Stdin as a request body, read on its own thread while it is sent. It can be sent once.
final class InputStream: Sendable {
  private struct State: Sendable {
    var hasBegun = false
    /// Whether a piece has been taken.
    var isSent = false
    var piece: [UInt8]?
    /// 0 at the end of the input, or an `errno`.
    var end: Int32?
    var waiter: (@Sendable () -> Void)?
  }

  static let standard = InputStream(STDIN_FILENO)

  private static let pieceBytes = 64 * 1024

  private let descriptor: Int32
  private let state = Mutex(State())
  private let isTaken = ThreadSemaphore()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Starts to read, unless that was done for a connection that could not be used.
  func begin() throws(RequestError.Reason) {
    let (isFirst, isSent) = state.withLock { state in
      defer { state.hasBegun = true }
      return (!state.hasBegun, state.isSent)
    }
    if isSent { throw .readFailed(path: "stdin", detail: "it has already been sent") }
    if isFirst { DetachedThread.startOrExit { self.read() } }
  }

  private func read() {
    while true {
      var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
      let count = piece.withUnsafeMutableBytes { DescriptorPoll.read(descriptor, into: $0) }
      let code = count < 0 ? errno : 0
      let waiter = state.withLock { state in
        if count > 0 { state.piece = Array(piece.prefix(count)) } else { state.end = code }
        return state.waiter.take()
      }
      waiter?()
      if count <= 0 { return }
      isTaken.wait()
    }
  }

  /// Whether `next` has a piece, or the end.
  ///
  /// - Parameter waiter: called once when it has, unless the result is true.
  func isReady(orCall waiter: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.piece != nil || state.end != nil { return true }
      state.waiter = waiter
      return false
    }
  }

  /// The next piece; nil at the end.
  func next() throws(RequestError.Reason) -> ByteBuffer? {
    let (piece, code) = state.withLock { state in
      if state.piece != nil { state.isSent = true }
      return (state.piece.take(), state.end ?? 0)
    }
    if let piece {
      isTaken.signal()
      return ByteBuffer(bytes: piece)
    }
    if code != 0 {
      throw .readFailed(path: "stdin", detail: SystemErrorText(code: code).description)
    }
    return nil
  }
}
