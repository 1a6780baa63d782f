internal import Glibc

/// A thread of our own, for system calls that block: reading the input, writing
/// the output, and files.
package enum BlockingThread {
  /// - Returns: false if there is no thread to be had; the body does not run
  ///   then.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool { create(body) == 0 }

  /// Starts a thread that the tool cannot do without, or ends the process with a message.
  package static func startOrEnd(_ body: @escaping @Sendable () -> Void) {
    let code = create(body)
    if code != 0 { SystemFault.end("start a thread", code: code) }
  }

  /// - Returns: 0 or an `errno`.
  private static func create(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let box = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    if status == 0 { pthread_detach(thread) } else { box.release() }
    return status
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
