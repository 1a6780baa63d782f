import Glibc
import Synchronization
import TestSupport
import Testing
import WirelineCore

@Suite struct RecordWriterTests {
  @Test func aBatchIsOneWrite() throws {
    let pipe = Pipe()
    pipe.makeNonBlocking()
    var writer = RecordWriter(descriptor: pipe.output, batchBytes: 10)
    var pending: [Int] = []
    var arrived: [String] = []

    for record in ["one\n", "two\n", "three\n", "four\n"] {
      try writer.append(Array(record.utf8))
      pending.append(writer.pendingBytes)
      arrived.append(String(decoding: pipe.read(), as: UTF8.self))
    }
    try writer.flush()

    #expect(pending == [4, 8, 0, 5])
    #expect(arrived == ["", "", "one\ntwo\nthree\n", ""])
    #expect(pipe.read() == Array("four\n".utf8))
  }

  @Test func aRecordThatFailsWhileItIsBuiltLeavesNothing() throws {
    let pipe = Pipe()
    var writer = RecordWriter(descriptor: pipe.output)
    writer.build { json in
      json.beginObject()
      json.member("a", 1)
      json.endObject()
      json.endLine()
    }

    #expect(throws: JSONSyntaxError.self) {
      try writer.build { json throws(JSONSyntaxError) in
        json.beginObject()
        json.key("b")
        try Array("[1,".utf8).withUnsafeBufferPointer { text throws(JSONSyntaxError) in
          try JSONScanner.compact(UnsafeRawBufferPointer(text), into: &json.bytes)
        }
      }
    }
    writer.build { json in
      json.beginObject()
      json.endObject()
      json.endLine()
    }

    try writer.flush()
    #expect(pipe.read() == Array("{\"a\":1}\n{}\n".utf8))
  }

  @Test func aReaderThatLeftIsAStateAndNoError() throws {
    let pipe = Pipe()
    var writer = RecordWriter(descriptor: pipe.output, batchBytes: 4)
    pipe.closeInput()

    let states = [
      try writer.append(Array("ab".utf8)), try writer.append(Array("cd".utf8)),
      try writer.append(Array("more\n".utf8)), try writer.flush(),
    ]

    #expect(states == [.open, .closed, .closed, .closed])
    let pending = writer.pendingBytes
    #expect(pending == 0)
  }

  @Test func anErrorKeepsWhatWasNotWritten() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    var writer = RecordWriter(descriptor: full)
    try writer.append(Array("record\n".utf8))
    var error: WriteError?

    do { try writer.flush() } catch let thrown { error = thrown }

    #expect(error == WriteError(code: ENOSPC))
    #expect(error?.description == "cannot write: no space left on device")
    let (pending, state) = (writer.pendingBytes, writer.state)
    #expect(pending == 7)
    #expect(state == .open)
  }

  /// A pipe that takes a part of it, and then nothing until somebody reads.
  @Test(arguments: [1 << 10, 128 << 10])
  func aSlowReaderOfANonBlockingPipeGetsEveryByteOnce(batchBytes: Int) throws {
    let pipe = Pipe()
    _ = fcntl(pipe.output, F_SETFL, O_NONBLOCK)
    let input = pipe.input
    let received = Mutex<[UInt8]>([])
    let total = 2_000_000
    try withUnsafePointer(to: received) { received in
      // The thread is joined before `received` goes.
      nonisolated(unsafe) let received = received
      let reader = Thread {
        var bytes = [UInt8](repeating: 0, count: 7919)
        while true {
          let count = Glibc.read(input, &bytes, bytes.count)
          guard count > 0 else { return }
          received.pointee.withLock { $0 += bytes.prefix(count) }
        }
      }
      var writer = RecordWriter(descriptor: pipe.output, batchBytes: batchBytes)
      for index in 0..<(total / 8) {
        try writer.append(Array(String(10_000_000 + index).utf8))
      }
      try writer.flush()
      pipe.closeOutput()
      reader.join()
    }

    let bytes = received.withLock { $0 }
    #expect(bytes.count == total)
    for index in stride(from: 0, to: bytes.count / 8, by: 997) {
      let number = String(decoding: bytes[(8 * index)..<(8 * index + 8)], as: UTF8.self)
      #expect(number == String(10_000_000 + index))
    }
  }

  @Test func oneHugeRecordGoesThrough() throws {
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    var writer = RecordWriter(descriptor: null)

    let state = try writer.append([UInt8](repeating: 0x61, count: 20 << 20))

    let pending = writer.pendingBytes
    #expect(state == .open)
    #expect(pending == 0)
  }
}
