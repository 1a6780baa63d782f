internal import Glibc
package import WirelineCore

/// The terminal that the process belongs to, whatever its standard streams are, and the mode in
/// which it hands over every key.
///
/// The mode before is put back by `leave`, at the latest when this is released, and by
/// `TerminalGuard` if a signal ends the process.
package final class RawTerminal {
  /// Bracketed paste (xterm's mode 2004) on; and off, beside all that a frame may have left behind:
  /// a hidden cursor, no wrapping, a style.
  private static let begin: [UInt8] = Array("\u{1B}[?2004h".utf8)
  static let end: [UInt8] = Array("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m".utf8)

  let descriptor: Int32
  private let environment: Environment
  private let stop: () -> Void
  /// The mode to put back; nil while it is not ours.
  private var before: termios?

  /// Opens `/dev/tty`, which is there even where stdin and stdout are pipes.
  package static func open(_ environment: Environment) throws(RawTerminalError) -> RawTerminal {
    if environment["TERM"] == "dumb" { throw .dumb }
    let descriptor = Glibc.open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .missing(code: errno) }
    return RawTerminal(descriptor: descriptor, environment: environment)
  }

  /// - Parameters:
  ///   - descriptor: of a terminal, not blocking, for reading and writing; closed at the end.
  ///   - stop: stops the process until it is continued.
  init(
    descriptor: Int32, environment: Environment,
    stop: @escaping () -> Void = { TerminalGuard.stopProcess() }
  ) {
    self.descriptor = descriptor
    self.environment = environment
    self.stop = stop
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// `TIOCGWINSZ`; where the terminal does not know, `COLUMNS` and `LINES`; else 80 and 24.
  package var size: TerminalSize {
    var size = winsize()
    _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    func measure(_ own: UInt16, _ variable: String, _ standard: Int) -> Int {
      if own > 0 { return Int(own) }
      return environment[variable].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
    }
    return TerminalSize(
      columns: measure(size.ws_col, "COLUMNS", 80), rows: measure(size.ws_row, "LINES", 24))
  }

  /// Takes the terminal over; again, where the shell has put its own mode back meanwhile.
  func enter() throws(RawTerminalError) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { throw .mode(code: errno) }
    if before == nil {
      before = mode
      TerminalGuard.shared.protect(descriptor, mode)
    }
    // What was typed ahead is not discarded, and there is nothing to drain: output stays cooked,
    // for the others that write here.
    var raw = mode
    raw.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.c_cflag = raw.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    raw.setImmediateReads()
    guard Self.set(descriptor, &raw) else {
      let code = errno
      leave()
      throw .mode(code: code)
    }
    write(Self.begin)
  }

  /// Gives the terminal back as it was.
  func leave() {
    guard var mode = before else { return }
    before = nil
    if !Self.isForeign(descriptor) {
      write(Self.end)
      _ = Self.set(descriptor, &mode)
    }
    TerminalGuard.shared.release(descriptor)
  }

  /// Gives the terminal back and stops, as the terminal itself would for Ctrl-Z; returns when the
  /// process is continued.
  func stopProcess() {
    leave()
    stop()
  }

  /// Whether this process is in the background, where the shell has put its own mode back, and to
  /// write or to set another would stop us. Async-signal-safe.
  static func isForeign(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group > 0 && group != getpgrp()
  }

  /// What a read brought.
  enum Input: Equatable {
    case bytes([UInt8])
    /// There is nothing now.
    case nothing
    /// The terminal is gone.
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

  /// - Returns: false if the terminal is gone.
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

extension termios {
  /// A read returns as soon as there is a byte.
  fileprivate mutating func setImmediateReads() {
    withUnsafeMutableBytes(of: &c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
  }
}
