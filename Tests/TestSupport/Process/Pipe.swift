import Glibc

/// A pipe whose open ends are closed in `deinit`.
package final class Pipe {
  package private(set) var input: Int32
  package private(set) var output: Int32

  package init() {
    // Writing to a closed reader must fail with EPIPE.
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    (input, output) = (ends[0], ends[1])
  }

  deinit {
    closeInput()
    closeOutput()
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) { _ = Descriptor.write(output, bytes) }

  /// Reads the available bytes, at most 64 KB.
  package func read() -> [UInt8] { Descriptor.read(input) }

  package func makeNonBlocking() {
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  package func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }
}
