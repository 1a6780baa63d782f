internal import Glibc

extension ShutdownSignal {
  /// The wish of this process, which its signals utter once `listen` was called.
  package static let process = ShutdownSignal()

  /// Makes SIGINT, SIGTERM and SIGHUP request the end of the run. A second SIGINT or SIGTERM exits
  /// immediately.
  static func listen() {
    // The handler must not be the first to touch `process`: making it takes a lock.
    _ = process
    for number in [SIGINT, SIGTERM, SIGHUP] { listen(to: number) }
  }

  private static func listen(to number: Int32) {
    var old = sigaction()
    // What nohup(1) or a shell's `&` told us to ignore stays ignored.
    if sigaction(number, nil, &old) == 0, old.isIgnoring { return }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = { number in
      // A terminal that closes may send several SIGHUPs: they count as one.
      let isFirst = ShutdownSignal.process.request(signal: number)
      if !isFirst, number != SIGHUP { _exit(128 + number) }
    }
    // `poll` is left all the same, and it is where the wish is waited for; the rest goes on.
    new.sa_flags = SA_RESTART
    sigaction(number, &new, nil)
  }
}

extension sigaction {
  fileprivate var isIgnoring: Bool {
    let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
