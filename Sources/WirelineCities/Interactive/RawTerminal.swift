internal import Glibc
internal import WirelineCore

/// Why the terminal cannot be used.
enum RawTerminalError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `/dev/tty` cannot be opened (`errno`), as in cron, in a service or in CI.
  case missing(code: Int32)
  /// `TERM` is `dumb`: the terminal cannot move its cursor.
  case dumb
  /// The terminal's mode cannot be read or set (`errno`).
  case mode(code: Int32)

  var description: String {
    switch self {
    case .missing(let code): "cannot open the terminal /dev/tty: \(SystemErrorText(code: code))"
    case .dumb: "cannot move the terminal's cursor: TERM is \"dumb\""
    case .mode(let code): "cannot set the terminal's mode: \(SystemErrorText(code: code))"
    }
  }
}

/// The size of a terminal, at least one column and one row.
struct TerminalSize: Equatable, Sendable {
  let columns: Int
  let rows: Int

  init(columns: Int, rows: Int) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }
}

/// The controlling terminal of the process, in a mode that delivers every key.
///
/// The previous mode is restored by `leave` and by `deinit`.
final class RawTerminal {
  /// Turns bracketed paste on (xterm's mode 2004).
  private static let begin: [UInt8] = Array("\u{1B}[?2004h".utf8)
  private static let end: [UInt8] = Array("\u{1B}[?2004l".utf8)

  let descriptor: Int32
  private let environment: Environment
  private let stop: () -> Void
  /// The mode to restore; nil if the mode is not ours.
  private var before: termios?

  /// Opens `/dev/tty`, which works even if stdin and stdout are pipes.
  static func open(_ environment: Environment) throws(RawTerminalError) -> RawTerminal {
    if environment["TERM"] == "dumb" { throw .dumb }
    let descriptor = Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .missing(code: errno) }
    return RawTerminal(descriptor: descriptor, environment: environment)
  }

  /// - Parameters:
  ///   - descriptor: a terminal, nonblocking, for reading and writing; closed by `deinit`.
  ///   - stop: stops the process until it is continued.
  init(
    descriptor: Int32, environment: Environment,
    stop: @escaping () -> Void = { TerminalSignals.stopProcess() }
  ) {
    self.descriptor = descriptor
    self.environment = environment
    self.stop = stop
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// The size as of `TIOCGWINSZ`, else of `COLUMNS` and `LINES`, else 80 × 24.
  var size: TerminalSize {
    var size = winsize()
    _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    func measure(_ own: UInt16, variable: String, standard: Int) -> Int {
      if own > 0 { return Int(own) }
      return environment[variable].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
    }
    return TerminalSize(
      columns: measure(size.ws_col, variable: "COLUMNS", standard: 80),
      rows: measure(size.ws_row, variable: "LINES", standard: 24))
  }

  /// Whether the process is in the background. The shell has set its own mode then, and a write or
  /// a change of the mode would stop the process.
  var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    return group > 0 && group != getpgrp()
  }

  /// Sets our mode. Call it again if the shell has set its own mode meanwhile.
  func enter() throws(RawTerminalError) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { throw .mode(code: errno) }
    if before == nil {
      before = mode
      TerminalSignals.shared.begin()
    }
    // Output stays cooked, for other processes that write to the terminal. TCSANOW keeps the input
    // that was typed ahead.
    var raw = mode
    raw.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.c_cflag = raw.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    // A read returns as soon as there is a byte.
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    guard Self.set(descriptor, &raw) else {
      let code = errno
      leave()
      throw .mode(code: code)
    }
    write(Self.begin)
  }

  func leave() {
    guard var mode = before else { return }
    before = nil
    if !isInBackground {
      write(Self.end)
      _ = Self.set(descriptor, &mode)
    }
    TerminalSignals.shared.end()
  }

  /// Restores the previous mode and stops the process, as Ctrl-Z does; returns when the process is
  /// continued.
  func stopProcess() {
    leave()
    stop()
  }

  enum Input: Equatable {
    case bytes([UInt8])
    case nothing
    case end
  }

  func read() -> Input {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      code = count < 0 ? errno : 0
      filled = max(0, count)
    }
    if code == EAGAIN || code == EINTR { return .nothing }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || DescriptorOutput.write(bytes, to: descriptor)
  }

  private static func set(_ descriptor: Int32, _ mode: inout termios) -> Bool {
    while tcsetattr(descriptor, TCSANOW, &mode) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
