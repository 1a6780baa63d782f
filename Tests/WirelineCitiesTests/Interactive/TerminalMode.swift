import Glibc

/// The mode of a terminal, as bytes that can be compared.
struct TerminalMode: Equatable, CustomStringConvertible {
  private let flags: [tcflag_t]
  private let characters: [UInt8]

  init(_ descriptor: Int32) {
    var mode = termios()
    tcgetattr(descriptor, &mode)
    flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    characters = withUnsafeBytes(of: &mode.c_cc) { Array($0) }
  }

  /// Whether keys come one by one, and Ctrl-C among them.
  var isRaw: Bool { flags[3] & tcflag_t(ICANON | ECHO | ISIG) == 0 }

  var description: String { "\(flags) \(characters)" }
}
