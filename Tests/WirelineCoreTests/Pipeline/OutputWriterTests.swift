import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct OutputWriterTests {
  @Test func writesAtOnce() throws {
    let pipe = Pipe()
    pipe.makeNonBlocking()
    var writer = OutputWriter(descriptor: pipe.output)

    for text in ["one\n", "", "two\n"] {
      let isOpen = try writer.write(Array(text.utf8))
      #expect(isOpen)
      #expect(pipe.read() == Array(text.utf8))
    }
  }

  @Test func dropsBytesAfterTheReaderExits() throws {
    let pipe = Pipe()
    var writer = OutputWriter(descriptor: pipe.output)
    pipe.closeInput()

    let results = try ["", "a", "b", ""].map { try writer.write(Array($0.utf8)) }

    #expect(results == [true, false, false, false])
  }

  @Test func throwsWriteErrors() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    var writer = OutputWriter(descriptor: full)
    var error: WriteError?

    do { _ = try writer.write(Array("record\n".utf8)) } catch let thrown { error = thrown }

    #expect(error == WriteError(code: ENOSPC))
    #expect(error?.description == "cannot write: no space left on device")
  }

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
