import Glibc
import NIOCore
import Synchronization
import WirelineCore
import WirelineRequests

/// Stdin as a request body, read on its own thread while it is sent. It can be sent once.
final class InputStream: Sendable {
  private struct State: Sendable {
    var hasBegun = false
    var piece: [UInt8]?
    var hasEnded = false
    var error: Int32?
    var waiter: (@Sendable () -> Void)?
  }

  static let standard = InputStream()

  private static let pieceBytes = 64 * 1024

  private let state = Mutex(State())
  private let isTaken = ThreadSemaphore()

  /// Starts to read.
  func begin() throws(RequestError.Reason) {
    let isFirst = state.withLock { state in
      defer { state.hasBegun = true }
      return !state.hasBegun
    }
    guard isFirst else { throw .readFailed(path: "stdin", detail: "it has already been sent") }
    DetachedThread.startOrExit { self.read() }
  }

  private func read() {
    while true {
      var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
      let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      let code = errno
      let waiter = state.withLock { state in
        if count > 0 { state.piece = Array(piece.prefix(count)) } else { state.hasEnded = true }
        if count < 0 { state.error = code }
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
      if state.piece != nil || state.hasEnded { return true }
      state.waiter = waiter
      return false
    }
  }

  /// The next piece; nil at the end.
  func next() throws(RequestError.Reason) -> ByteBuffer? {
    let (piece, code) = state.withLock { ($0.piece.take(), $0.error) }
    if let piece {
      isTaken.signal()
      return ByteBuffer(bytes: piece)
    }
    if let code {
      throw .readFailed(path: "stdin", detail: SystemErrorText(code: code).description)
    }
    return nil
  }
}
