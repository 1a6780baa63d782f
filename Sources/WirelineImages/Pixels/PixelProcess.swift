internal import CStart
internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The worker processes of a run.
final class PixelProcesses: Sendable {
  /// The program to start as a worker.
  struct Program: Sendable {
    /// The path of the program; nil for the executable of this process.
    var path: String?
    var arguments = [PixelWorker.name]
  }

  private struct State: Sendable {
    /// Not yet reaped, so their numbers are not in use by other processes.
    var running: Set<pid_t> = []
    var isStopped = false
    /// Starts that failed since one succeeded. If the first fails, no other is tried.
    var failures = PixelProcesses.maximumFailures - 1
    /// Why workers no longer start; all images fail then.
    var failure: PixelFailure?
  }

  private static let maximumFailures = 10
  private let arguments: [String]
  /// Opened before the first worker is needed, so that all workers run the same file, even if its
  /// path is given to another one during the run.
  private let executable: Int32
  /// 0, or the `errno` of opening the executable.
  private let openingError: Int32
  private let state = Mutex(State())

  init(_ program: Program) {
    arguments = program.arguments
    executable = open_executable(program.path)
    openingError = executable < 0 ? errno : 0
    collect_children()
  }

  deinit { if executable >= 0 { close(executable) } }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Starts a worker and waits until it has confined itself. One that is killed from outside is
  /// replaced once.
  func start(
    _ settings: PixelSettings, within limit: Duration
  ) throws(PixelFailure) -> PixelProcess {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    do throws(PixelFailure) {
      let process = try attempt(settings, within: limit, attempts: 2)
      state.withLock { state in (state.failures, state.failure) = (0, nil) }
      return process
    } catch {
      state.withLock { state in
        state.failures += 1
        if state.failures >= Self.maximumFailures { state.failure = error }
      }
      throw error
    }
  }

  private func attempt(
    _ settings: PixelSettings, within limit: Duration, attempts: Int
  ) throws(PixelFailure) -> PixelProcess {
    let process = try spawn()
    let deadline = SuspendingClock.now + limit
    let hello: PixelHello
    do throws(PixelSocket.Failure) {
      try process.socket.send(message: settings, before: deadline)
      hello = try process.socket.receive(before: deadline)
    } catch {
      let end = self.end(process)
      if isStopped { throw .stopped }
      if error == .closed, end.isKilled, attempts > 1 {
        return try attempt(settings, within: limit, attempts: attempts - 1)
      }
      let reason = error == .timedOut ? "no answer after \(limit.unitText)" : "\(end)"
      throw .unavailable("the image worker did not start: \(reason)")
    }
    if hello == 0 { return process }
    end(process)
    throw .unavailable("cannot confine the image worker: \(SystemErrorText(code: hello))")
  }

  private func spawn() throws(PixelFailure) -> PixelProcess {
    guard let (socket, worker) = PixelSocket.pair() else {
      throw .unavailable("cannot start an image worker: \(SystemErrorText(code: errno))")
    }
    // The worker has a duplicate. While this one is open, the end of the worker would not close the
    // connection.
    defer { close(worker) }
    var identifier: pid_t = 0
    // Under the lock, so that `killAll` does not miss a starting process.
    let code: Int32? = state.withLock { state in
      if state.isStopped { return nil }
      let code = exec(worker, &identifier)
      if code == 0 { state.running.insert(identifier) }
      return code
    }
    if code == 0 { return PixelProcess(identifier: identifier, socket: socket) }
    socket.close()
    guard let code else { throw .stopped }
    throw .unavailable("cannot start an image worker: \(SystemErrorText(code: code))")
  }

  /// - Returns: 0 or an `errno`.
  private func exec(_ socket: Int32, _ identifier: inout pid_t) -> Int32 {
    if executable < 0 { return openingError }
    var arguments = arguments.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Without environment variables, which may be secrets.
    return start_process(nil, executable, &arguments, [nil], [socket, socket, -1], &identifier)
  }

  /// Kills a worker that is idle, damaged or too slow, and reaps it. One that has ended already
  /// keeps its status.
  @discardableResult
  func end(_ process: PixelProcess) -> PixelWorkerEnd {
    process.socket.close()
    kill(-process.identifier, SIGKILL)
    // Before it is reaped: then the kernel may give its number to another process, which `killAll`
    // must not kill.
    _ = state.withLock { $0.running.remove(process.identifier) }
    var status: Int32 = 0
    while waitpid(process.identifier, &status, 0) < 0 {
      if errno != EINTR { return .unknown }
    }
    return PixelWorkerEnd(status: status)
  }

  /// Kills all workers; later calls of `start` fail. The threads that use them reap them.
  func killAll() {
    state.withLock { state in
      state.isStopped = true
      for process in state.running { kill(-process, SIGKILL) }
    }
  }
}

/// A running worker, used by one thread.
struct PixelProcess: Sendable {
  fileprivate let identifier: pid_t
  let socket: PixelSocket

  /// A result that is not checked yet.
  struct Answer: Sendable {
    let reply: PixelReply.Checked
    let message: String
    let bytes: [UInt8]
  }

  /// Sends an image and receives the result.
  ///
  /// - Returns: nil for a reply that a worker does not send.
  func answer(
    to job: PixelJob, _ bytes: [UInt8], before deadline: SuspendingClock.Instant,
    check: (PixelReply) -> PixelReply.Checked?
  ) throws(PixelSocket.Failure) -> Answer? {
    try socket.send(message: job, before: deadline)
    try bytes.withUnsafeBufferPointer { bytes throws(PixelSocket.Failure) in
      try socket.send(UnsafeRawBufferPointer(bytes), before: deadline)
    }
    guard let reply = check(try socket.receive(before: deadline)) else { return nil }
    let message = try socket.receive(count: reply.messageCount, before: deadline)
    let result = try socket.receive(count: reply.count, before: deadline)
    return Answer(reply: reply, message: PixelReply.text(message), bytes: result)
  }
}
