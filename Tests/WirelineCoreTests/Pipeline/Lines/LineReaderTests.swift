import Glibc
import TestSupport
import Testing
import WirelineCore

@Suite struct LineReaderTests {
  @Test func readsLinesFromADescriptor() throws {
    let pipe = Pipe()
    pipe.write("\u{FEFF}a\r\n\nb\nlast")
    pipe.closeOutput()
    var reader = LineReader(descriptor: pipe.input)
    var lines: [InputLine] = []

    while let line = try reader.next() { lines.append(line) }

    #expect(lines.map(\.number) == [1, 3, 4])
    #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a", "b", "last"])
    let afterTheLast = try reader.next()
    #expect(afterTheLast == nil)
  }

  /// Whether a line is buffered, and whether reading would not block.
  private func readiness(_ reader: inout LineReader) -> [Bool] {
    [reader.hasBufferedLine(), reader.inputIsReady()]
  }

  @Test func reportsWhetherReadingBlocks() throws {
    let pipe = Pipe()
    var reader = LineReader(descriptor: pipe.input)
    var seen = [readiness(&reader)]

    pipe.write("a\nb\n\n")
    seen.append(readiness(&reader))
    _ = try reader.next()
    seen.append(readiness(&reader))
    _ = try reader.next()
    seen.append(readiness(&reader))
    pipe.closeOutput()
    seen.append(readiness(&reader))
    let last = try reader.next()
    seen.append(readiness(&reader))

    #expect(last == nil)
    #expect(
      seen == [
        [false, false], [false, true], [true, false], [false, false],
        // Reading the end of input does not block.
        [false, true], [false, true],
      ])
  }

  /// Copies bytes up to a `!`, which it rejects.
  private final class FailingUnpacker: InputDecoder {
    static let error = ReadError(detail: "damaged")

    func unpack(
      _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(ReadError) {
      let good = bytes.prefix { $0 != UInt8(ascii: "!") }
      body(UnsafeRawBufferPointer(rebasing: good))
      if good.count < bytes.count { throw Self.error }
    }

    func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) { throw Self.error }
  }

  /// The error occurs in the same read as the lines, or in the next one.
  @Test(arguments: ["a\nb\nc!", "a\nb\nc"])
  func deliversLinesBeforeAReadError(text: String) throws {
    let pipe = Pipe()
    pipe.write(text)
    pipe.closeOutput()
    var reader = LineReader(descriptor: pipe.input, unpacker: FailingUnpacker())
    var lines: [[UInt8]] = []
    var errors: [ReadError] = []

    while errors.count < 2 {
      do {
        guard let line = try reader.next() else { break }
        lines.append(line.bytes)
      } catch { errors.append(error) }
    }

    #expect(lines == [Array("a".utf8), Array("b".utf8)])
    #expect(errors == [FailingUnpacker.error, FailingUnpacker.error])
  }

  @Test func hasLineIsFalseForAReadError() {
    let pipe = Pipe()
    pipe.write("!")
    var reader = LineReader(descriptor: pipe.input, unpacker: FailingUnpacker())
    var error: ReadError?

    let hasLine = reader.hasLine(until: .now + .limit)
    do { _ = try reader.next() } catch let thrown { error = thrown }

    #expect(!hasLine)
    #expect(error == FailingUnpacker.error)
  }

  @Test func waitsForANonBlockingDescriptor() throws {
    let pipe = Pipe()
    pipe.makeNonBlocking()
    let output = pipe.output
    try BackgroundThread.start {
      // The reader may be in `poll` or not have started yet. Both must work.
      for _ in 0..<100 { sched_yield() }
      _ = Glibc.write(output, "late\n", 5)
    }
    var reader = LineReader(descriptor: pipe.input)

    let line = try reader.next()

    #expect(line?.bytes == Array("late".utf8))
  }

  @Test func readsLinesLongerThanTheBuffer() throws {
    let directory = try TemporaryDirectory()
    let file = open(directory.path("lines"), O_RDWR | O_CREAT | O_EXCL, 0o600)
    defer { close(file) }
    for length in [300_000, 5, 1_000_000, 128 << 10, 256 << 10] {
      let line = [UInt8](repeating: 0x61, count: length) + [0x0A]
      #expect(Glibc.write(file, line, line.count) == line.count)
    }
    lseek(file, 0, SEEK_SET)
    var reader = LineReader(descriptor: file, maximumLineBytes: 999_999)
    var lengths: [Int] = []
    var delivered: [Int] = []

    while let line = try reader.next() {
      lengths.append(line.length)
      delivered.append(line.bytes.count)
    }

    #expect(lengths == [300_000, 5, 1_000_000, 128 << 10, 256 << 10])
    #expect(delivered == [300_000, 5, 0, 128 << 10, 256 << 10])
  }
}
