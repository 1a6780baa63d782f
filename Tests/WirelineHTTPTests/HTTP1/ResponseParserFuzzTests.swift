import TestSupport
import Testing

@testable import WirelineHTTP

/// However the bytes are cut, the answer is the same; whatever they are, there
/// is an end.
@Suite struct ResponseParserFuzzTests {
  private static let answers: [[UInt8]] = [
    "HTTP/1.1 200 OK\r\nServer: s\r\nContent-Length: 12\r\nX: a\r\n b\r\n\r\nhello, world",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "4;a=b\r\nwiki\r\n10\r\n0123456789abcdef\r\n0\r\nT: u\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
      + "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno",
    "HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 0\n\n",
    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end",
  ].map { Array($0.utf8) }

  @Test(arguments: answers) func everyCutGivesTheSame(bytes: [UInt8]) {
    let whole = ReadAnswer(bytes, isClosed: true)
    #expect(whole.refusal == nil)

    for cut in 1...bytes.count {
      #expect(ReadAnswer(bytes, cut: [cut, bytes.count], isClosed: true) == whole, "cut at \(cut)")
      #expect(ReadAnswer(bytes, cut: [cut], isClosed: true) == whole, "pieces of \(cut)")
    }
  }

  @Test(arguments: answers.dropLast()) func everyPrefixIsOpen(bytes: [UInt8]) {
    for count in 0..<bytes.count {
      #expect(ReadAnswer(Array(bytes.prefix(count)), isClosed: true).ending == .open, "\(count)")
    }
  }

  @Test func mutationsGiveTheSameInEveryCut() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let original = Self.answers.randomElement(using: &generator) ?? []
      let bytes = generator.mutation(of: original)
      let whole = ReadAnswer(bytes, isClosed: true)
      let pieces = ReadAnswer(
        bytes, cut: [Int.random(in: 1...9, using: &generator)], isClosed: true)

      #expect(pieces.head == whole.head)
      // A refusal comes as early as the bytes allow; data before it may differ.
      if whole.refusal == nil {
        #expect(pieces.body == whole.body)
        #expect(pieces.ending == whole.ending)
      } else {
        #expect(pieces.refusal != nil)
      }
    }
  }

  @Test func randomBytesAreRefusedOrWaitedFor() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<20_000 {
      let bytes = generator.bytes(0...64)
      #expect(ReadAnswer(bytes).ending != .whole(isKeptAlive: true))
    }
  }
}
