internal import Glibc

/// A password asked for on the terminal, not shown, in no argument list.
package enum TerminalPassword {
  /// Nil where there is no terminal to ask on.
  package static func ask(for user: String) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else { return nil }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer { tcsetattr(terminal, TCSAFLUSH, &before) }
    DescriptorOutput.write(
      Array("password for \(TerminalText.escaped(user)): ".utf8), to: terminal)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(terminal, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    DescriptorOutput.write([0x0A], to: terminal)
    return String(decoding: line, as: UTF8.self)
  }
}
