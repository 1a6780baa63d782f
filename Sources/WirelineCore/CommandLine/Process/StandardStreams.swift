internal import Glibc

/// The standard streams of a tool; tests pass their own.
package struct StandardStreams: Sendable {
  package struct Stream: Sendable {
    package let descriptor: Int32
    package let isTerminal: Bool

    package init(descriptor: Int32, isTerminal: Bool = false) {
      self.descriptor = descriptor
      self.isTerminal = isTerminal
    }

    /// Whether an earlier reader has consumed the beginning of a file.
    package var isPartlyRead: Bool { lseek(descriptor, 0, SEEK_CUR) > 0 }

    init(probing descriptor: Int32) {
      self.init(descriptor: descriptor, isTerminal: isatty(descriptor) == 1)
    }
  }

  package let input: Stream
  package let output: Stream
  package let error: Stream

  package static var process: StandardStreams {
    StandardStreams(
      input: Stream(probing: 0), output: Stream(probing: 1), error: Stream(probing: 2))
  }

  /// Replaces closed standard descriptors by /dev/null. Otherwise the next opened file would get
  /// such a number and receive the records.
  static func reserveClosed() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // Opened for the opposite direction, so that reading and writing fail as on a closed
      // descriptor: EBADF.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// The width of a terminal in columns: `COLUMNS`, the terminal's size, or 80; nil if the stream
  /// is not a terminal.
  static func columns(of stream: Stream, _ environment: Environment) -> Int? {
    guard stream.isTerminal else { return nil }
    if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    let status = ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Writes text other than records to a descriptor.
package enum DescriptorOutput {
  /// - Returns: whether all bytes were written.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    (try? FileBytes.write(bytes, to: descriptor, path: "")) != nil
  }
}
