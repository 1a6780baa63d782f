import TestSupport
import Testing

@testable import WirelineHTTP

@Suite struct ResponseParserFuzzTests {
  private static let responses: [[UInt8]] = [
    "HTTP/1.1 200 OK\r\nServer: s\r\nContent-Length: 12\r\nX: a\r\n b\r\n\r\nhello, world",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "4;a=b\r\nwiki\r\n10\r\n0123456789abcdef\r\n0\r\nT: u\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
      + "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nno",
    "HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 0\n\n",
    "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end",
  ].map { Array($0.utf8) }

  @Test(arguments: responses) func parsesEqualInAnyPieces(bytes: [UInt8]) {
    let whole = ParsedResponse(bytes, isClosed: true)
    #expect(whole.rejection == nil)

    for cut in 1...bytes.count {
      #expect(
        ParsedResponse(bytes, cut: [cut, bytes.count], isClosed: true) == whole, "cut at \(cut)")
      #expect(ParsedResponse(bytes, cut: [cut], isClosed: true) == whole, "pieces of \(cut)")
    }
  }

  @Test(arguments: responses.dropLast()) func prefixesAreIncomplete(bytes: [UInt8]) {
    for count in 0..<bytes.count {
      #expect(
        ParsedResponse(Array(bytes.prefix(count)), isClosed: true).completion == .incomplete,
        "\(count)")
    }
  }

  @Test func parsesMutationsEqualInAnyPieces() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let original = Self.responses.randomElement(using: &generator) ?? []
      let bytes = generator.mutation(of: original)
      let whole = ParsedResponse(bytes, isClosed: true)
      let pieces = ParsedResponse(
        bytes, cut: [Int.random(in: 1...9, using: &generator)], isClosed: true)

      #expect(pieces.head == whole.head)
      // Errors are reported as early as possible, so the data before may differ.
      if whole.rejection == nil {
        #expect(pieces.body == whole.body)
        #expect(pieces.completion == whole.completion)
      } else {
        #expect(pieces.rejection != nil)
      }
    }
  }
}
