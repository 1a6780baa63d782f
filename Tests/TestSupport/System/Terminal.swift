import Glibc

/// Pseudoterminals in raw mode.
enum Terminal {
  // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  static func open(columns: UInt16 = 80) throws -> (ours: Int32, theirs: Int32) {
    let ours = try Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(ours, setLock, &isLocked) == 0, ioctl(ours, getNumber, &number) == 0 else {
      throw SystemError("ioctl /dev/ptmx")
    }
    let theirs = try Descriptor.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    var mode = termios()
    tcgetattr(theirs, &mode)
    cfmakeraw(&mode)
    tcsetattr(theirs, TCSANOW, &mode)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(theirs, UInt(TIOCSWINSZ), &size)
    return (ours, theirs)
  }
}
