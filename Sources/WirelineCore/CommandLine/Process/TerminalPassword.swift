internal import Glibc

/// Prompts for a password on the terminal without echo.
package enum TerminalPassword {
  /// A signal restores the terminal and ends the process.
  ///
  /// - Returns: nil without a terminal.
  package static func ask(for user: String, shutdown: ShutdownSignal) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    DescriptorOutput.write(Array("password for \(TerminalText.escaped(user)): ".utf8), to: terminal)
    let line = line(from: terminal, shutdown)
    DescriptorOutput.write([0x0A], to: terminal)
    tcsetattr(terminal, TCSAFLUSH, &before)
    if let signal = shutdown.received {
      Glibc.signal(signal, SIG_DFL)
      kill(getpid(), signal)
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func line(from terminal: Int32, _ shutdown: ShutdownSignal) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while shutdown.waitForInput(terminal), read(terminal, &byte, 1) == 1, byte != 0x0A {
      line.append(byte)
    }
    return line
  }
}
