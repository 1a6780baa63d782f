import Glibc
import TestSupport

/// Both ends of a pseudo terminal: a screen uses one, the test types and reads at the other. It
/// starts with echo and line mode, as shells leave it.
final class PseudoTerminal {
  // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  private(set) var ours: Int32
  /// Stays open, so that its mode can be checked after the screen has closed.
  let theirs: Int32
  private let path: String
  /// The output so far.
  private(set) var grid: TerminalGrid

  init(columns: Int = 60, rows: Int = 12) throws {
    ours = try Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(ours, Self.setLock, &isLocked) == 0, ioctl(ours, Self.getNumber, &number) == 0
    else { throw SystemError("ioctl /dev/ptmx") }
    path = "/dev/pts/\(number)"
    theirs = try Descriptor.open(path, O_RDWR | O_NOCTTY)
    grid = TerminalGrid(columns: columns, rows: rows)
    setSize(columns: columns, rows: rows)
  }

  deinit {
    hangUp()
    close(theirs)
  }

  /// Opens a descriptor for `RawTerminal`.
  func open() throws -> Int32 { try Descriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK) }

  func setSize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(ours, UInt(TIOCSWINSZ), &size)
    grid.resize(columns: columns, rows: rows)
  }

  func type(_ text: String) { _ = Descriptor.write(ours, Array(text.utf8)) }

  /// Reads output until a condition holds; returns false if it does not.
  func shows(_ condition: (TerminalGrid) -> Bool) -> Bool {
    let end = ContinuousClock.now + .limit
    while !condition(grid) {
      guard Descriptor.wait(ours, within: end - .now) == .ready else { return false }
      let bytes = Descriptor.read(ours)
      if bytes.isEmpty { return false }
      grid.feed(bytes)
    }
    return true
  }

  /// Closes the terminal, like a closed window.
  func hangUp() {
    if ours >= 0 { close(ours) }
    ours = -1
  }

  var mode: TerminalMode { TerminalMode(theirs) }
}

/// The mode of a terminal, for comparison.
struct TerminalMode: Equatable, CustomStringConvertible {
  private let flags: [tcflag_t]
  private let characters: [UInt8]

  init(_ descriptor: Int32) {
    var mode = termios()
    tcgetattr(descriptor, &mode)
    flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag]
    characters = withUnsafeBytes(of: &mode.c_cc) { Array($0) }
  }

  /// Whether each key is delivered immediately, including Ctrl-C.
  var isRaw: Bool { flags[3] & tcflag_t(ICANON | ECHO | ISIG) == 0 }

  var description: String { "\(flags) \(characters)" }
}
