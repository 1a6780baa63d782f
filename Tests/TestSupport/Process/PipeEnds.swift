import Glibc

/// The two ends of a tool's standard input.
struct InputEnds {
  /// The tool's end; nil for a closed input.
  private(set) var theirs: Int32?
  /// The test's end; nil without a pipe.
  private(set) var ours: Int32?
  /// Whether `ToolInput.feed` writes the input.
  private(set) var isFed = false

  /// - Parameter input: nil for a pipe that the test writes to.
  init(_ input: ToolInput?) throws {
    switch input {
    case .closed: break
    case .empty: theirs = try Descriptor.open("/dev/null", O_RDONLY)
    case .file(let path): theirs = try Descriptor.open(path, O_RDONLY)
    case .bytes, .generated:
      (theirs, ours) = try Descriptor.pipe()
      isFed = true
    case nil, .silent: (theirs, ours) = try Descriptor.pipe()
    }
  }
}

/// The two ends of a tool's standard output.
struct OutputEnds {
  private(set) var theirs: Int32?
  private(set) var ours: Int32?
  /// Whether stderr uses the same end.
  private(set) var includesStderr = false

  init(_ output: ToolOutput) throws {
    switch output {
    case .closed: break
    case .terminal:
      (ours, theirs) = try Terminal.open()
      includesStderr = true
    case .file(let path):
      theirs = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    case .collected, .counted, .firstLine, .slow: (ours, theirs) = try Descriptor.pipe()
    }
  }
}

/// Pseudoterminals in raw mode.
private enum Terminal {
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
