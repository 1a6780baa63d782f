internal import Glibc
internal import WirelineCore

/// The outcome of an interactive search.
enum InteractiveOutcome: Equatable, Sendable {
  case accepted(Int64)
  /// The user quit (130), a signal arrived, or the terminal went away (129).
  case quit(ExitStatus)
  case failed(String)
}

/// The data of an interactive search.
struct SearchSource {
  let search: (String) -> SearchResults
  /// Adds or removes the mark of a row.
  let toggle: (Int64) -> ToggleResult
}

/// An interactive search on a terminal: the loop that connects keys, searches and the screen.
///
/// A search takes milliseconds, so keys wait for it.
struct InteractiveSession {
  private let terminal: RawTerminal
  private let source: SearchSource
  private let shutdown: ShutdownSignal
  private let escapeDelay: Duration
  private var decoder = KeyDecoder()
  private var screen: SearchScreen
  private var renderer: ScreenRenderer
  private var lastInput = ContinuousClock.now
  private var outcome: InteractiveOutcome?

  /// - Parameters:
  ///   - debounce: the delay after the last keystroke before searching; 0 for none.
  ///   - escapeDelay: the maximum time between the bytes of one key, and so the delay of Escape.
  init(
    terminal: RawTerminal, text: String, debounce: Duration,
    escapeDelay: Duration = .milliseconds(100), isStyled: Bool = true,
    shutdown: ShutdownSignal, source: SearchSource
  ) {
    self.terminal = terminal
    self.escapeDelay = escapeDelay
    self.shutdown = shutdown
    self.source = source
    screen = SearchScreen(text: text, debounce: debounce, size: terminal.size, at: .now)
    renderer = ScreenRenderer(isStyled: isStyled)
  }

  /// Blocks until the user accepts a row or quits. Then the terminal's mode is restored, and the
  /// screen is erased.
  consuming func run() -> InteractiveOutcome {
    do throws(RawTerminalError) {
      try terminal.enter()
      let outcome = try loop()
      end()
      return outcome
    } catch {
      end()
      return .failed("\(error)")
    }
  }

  private mutating func end() {
    if !terminal.isInBackground { terminal.write(renderer.erase()) }
    terminal.leave()
  }

  private mutating func loop() throws(RawTerminalError) -> InteractiveOutcome {
    // The size may have changed before the guard was installed.
    try handle(.resized(terminal.size))
    try handle(.tick)
    while true {
      if let outcome { return outcome }
      if let status = shutdown.exitStatus { return .quit(status) }
      guard terminal.write(renderer.draw(screen)) else { return .quit(.hungUp) }
      try wait()
    }
  }

  private mutating func wait() throws(RawTerminalError) {
    let signals = TerminalSignals.shared
    var entries = [terminal.descriptor, shutdown.descriptor, signals.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&entries, nfds_t(entries.count), timeout) >= 0 || errno == EINTR else {
      outcome = .failed("cannot wait for keys: \(SystemErrorText(code: errno))")
      return
    }
    if entries[2].revents != 0 { try handle(signals.drain()) }
    if entries[0].revents != 0 { try readKeys() }
    try handleDeadlines()
  }

  /// The milliseconds until the next deadline, rounded up; -1 without a deadline.
  private var timeout: Int32 {
    let times = [screen.deadline, decoder.isUndecided ? lastInput + escapeDelay : nil]
    guard let next = times.compactMap({ $0 }).min() else { return -1 }
    let left = max(.zero, next - .now) / .milliseconds(1)
    return Int32(min(left.rounded(.up), 3_600_000))
  }

  private mutating func handleDeadlines() throws(RawTerminalError) {
    let now = ContinuousClock.now
    if decoder.isUndecided, now >= lastInput + escapeDelay {
      for key in decoder.flush() { try handle(.key(key)) }
    }
    if let deadline = screen.deadline, now >= deadline { try handle(.tick) }
  }

  private mutating func readKeys() throws(RawTerminalError) {
    switch terminal.read() {
    case .bytes(let bytes):
      lastInput = .now
      for key in decoder.feed(bytes) { try handle(.key(key)) }
    case .nothing: break
    case .end: outcome = outcome ?? .quit(.hungUp)
    }
  }

  private mutating func handle(_ signals: TerminalSignals.Signals) throws(RawTerminalError) {
    // A process that was continued to exit may be in the background, where `enter` would stop it.
    if shutdown.isRequested { return }
    if signals.contains(.continued) {
      try terminal.enter()
      renderer.forget()
    }
    if signals.contains(.resized) { try resize() }
  }

  private mutating func resize() throws(RawTerminalError) {
    renderer.forget()
    try handle(.resized(terminal.size))
  }

  private mutating func suspend() throws(RawTerminalError) {
    terminal.write(renderer.erase())
    terminal.stopProcess()
    if shutdown.isRequested { return }
    try terminal.enter()
    try resize()
  }

  private mutating func handle(_ event: SearchScreen.Event) throws(RawTerminalError) {
    // Ignore keys after the one that ended the search.
    if outcome != nil { return }
    for effect in screen.handle(event, at: .now) { try perform(effect) }
  }

  private mutating func perform(_ effect: SearchScreen.Effect) throws(RawTerminalError) {
    switch effect {
    case .search(let text): try handle(.found(source.search(text)))
    case .toggle(let id): try handle(.toggled(id, source.toggle(id)))
    case .accept(let id): outcome = .accepted(id)
    case .quit(let status): outcome = .quit(status)
    case .redraw: terminal.write(renderer.clear())
    case .suspend: try suspend()
    }
  }
}
