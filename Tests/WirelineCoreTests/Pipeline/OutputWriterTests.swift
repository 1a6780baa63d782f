import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct OutputWriterTests {
  /// The pipe accepts a part of a write, and then nothing until its reader continues.
  @Test(arguments: [1 << 10, 128 << 10])
  func slowReaderOfANonBlockingPipeReceivesEveryByteOnce(batchBytes: Int) throws {
    let pipe = Pipe()
    _ = fcntl(pipe.output, F_SETFL, O_NONBLOCK)
    let input = pipe.input
    let received = Monitor<[UInt8]?>(nil)
    let text = (0..<250_000).flatMap { String(10_000_000 + $0).utf8 }
    try BackgroundThread.start {
      var (all, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 7919))
      while case let count = Glibc.read(input, &bytes, bytes.count), count > 0 {
        all += bytes.prefix(count)
      }
      received.withLock { $0 = all }
    }
    var writer = OutputWriter(descriptor: pipe.output)
    for start in stride(from: 0, to: text.count, by: batchBytes) {
      _ = try writer.write(Array(text[start..<min(start + batchBytes, text.count)]))
    }
    pipe.closeOutput()

    #expect(received.wait { $0 != nil })
    #expect(received.withLock { $0 == text })
  }
}
