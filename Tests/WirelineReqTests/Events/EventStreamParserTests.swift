import TestSupport
import Testing

@testable import WirelineReq

/// WHATWG HTML §9.2.5 and §9.2.6. The cases were written from the specification.
@Suite struct EventStreamParserTests {
  private typealias Event = EventStreamParser.Event

  /// An event is written `type|id|data`.
  private static let streams: [(String, [String])] = [
    ("", []), ("\n\n\n", []), ("data: a\n\n", ["message||a"]),
    // One space after the colon is removed; without a colon the value is empty.
    ("data:a\n\ndata:  b\n\n", ["message||a", "message|| b"]),
    ("data\n\n", ["message||"]), ("data\ndata\n\n", ["message||\n"]), ("data:\n\n", ["message||"]),
    // Lines end in LF, CR LF or CR.
    ("data: a\r\n\r\ndata: b\r\r", ["message||a", "message||b"]),
    ("data: a\n\r\n", ["message||a"]), ("data: a\r\ndata: b\n\r", ["message||a\nb"]),
    ("data: a\r\n\ndata: b\r\n\n", ["message||a", "message||b"]),
    // Several lines of data are joined by LF.
    ("data: a\ndata: b\ndata:\n\n", ["message||a\nb\n"]),
    // Comments, unknown fields and other cases of names are ignored.
    (": a\n\n:\n\ndata: b\n: c\n\n", ["message||b"]),
    ("Data: a\n data: b\ndatas: c\nx\ndata: d\n\n", ["message||d"]),
    // The type applies to one event, even to one without data.
    ("event: a\ndata: 1\n\ndata: 2\n\n", ["a||1", "message||2"]),
    ("event: a\n\ndata: 1\n\n", ["message||1"]), ("event: a\nevent\ndata: 1\n\n", ["message||1"]),
    // The identifier applies to all further events, until it is removed.
    ("id: 7\ndata: 1\n\ndata: 2\n\nid\ndata: 3\n\n", ["message|7|1", "message|7|2", "message||3"]),
    ("id: 7\n\ndata: 1\n\n", ["message|7|1"]), ("id: 1\nid: 2\0\ndata: a\n\n", ["message|1|a"]),
    // A byte order mark is removed once, and only at the beginning.
    ("\u{FEFF}data: a\n\n", ["message||a"]), ("\u{FEFF}\u{FEFF}data: a\n\n", []),
    ("\n\u{FEFF}data: a\n\n", []), ("\u{FEFF}: a\ndata: b\n\n", ["message||b"]),
    // An event without its blank line is discarded.
    ("data: a\n\ndata: b", ["message||a"]), ("data: a\n", []),
    ("data: a\n\nid: 3\n", ["message||a"]),
    ("data: ä €\n\n", ["message||ä €"]), ("data: {\"a\":\ndata: 1}\n\n", ["message||{\"a\":\n1}"]),
  ]

  private static func text(_ event: Event) -> String {
    "\(event.type)|\(event.id)|\(String(decoding: event.data, as: UTF8.self))"
  }

  private static func parse(
    _ chunks: [ArraySlice<UInt8>], with parser: inout EventStreamParser
  ) throws -> [String] {
    var events: [String] = []
    for chunk in chunks {
      try chunk.withUnsafeBytes { bytes in
        try parser.append(bytes) { event in events.append(text(event)) }
      }
    }
    return events
  }

  private static func parse(_ chunks: [ArraySlice<UInt8>]) throws -> [String] {
    var parser = EventStreamParser(maximumBytes: 1000)
    return try parse(chunks, with: &parser)
  }

  @Test(arguments: streams)
  func eventsDoNotDependOnChunks(stream: String, events: [String]) throws {
    let bytes = Array(stream.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let found = try Self.parse([bytes[..<first], bytes[first..<second], bytes[second...]])
        #expect(found == events, "cut at \(first) and \(second)")
      }
    }
    #expect(try Self.parse(bytes.indices.map { bytes[$0...$0] }) == events)
  }

  @Test(arguments: streams)
  func prefixHasFirstEvents(stream: String, events: [String]) throws {
    let bytes = Array(stream.utf8)
    for end in bytes.indices {
      #expect(events.starts(with: try Self.parse([bytes[..<end]])))
    }
  }

  @Test func randomStreamsDoNotDependOnChunks() throws {
    let sample = "\u{FEFF}: hi\r\nid: 4\r\nevent: x\ndata: a\rdata: b\n\nretry: 10\ndata: c\r\n\r\n"
    for bytes in SeededGenerator.inputs(like: sample) {
      let whole = try Self.parse([bytes[...]])
      #expect(try Self.parse(bytes.indices.map { bytes[$0...$0] }) == whole)
    }
  }

  @Test(arguments: [
    ("id: 1\ndata: a\n\n", "1", nil), ("id: 1\n\n", "1", nil), ("id: 1\ndata: a\n", "0", nil),
    ("id\n\n", "", nil), ("id: a\0b\n\n", "0", nil), (": a\n\n", "0", nil),
    ("retry: 1500\n", "0", 1500), ("retry: 0\n", "0", 0), ("retry: 15s\nretry: -1\n", "0", nil),
    ("retry\nretry:\nretry: 1.5\n", "0", nil), ("retry: 5\nretry: x\n", "0", 5),
    ("retry: 99999999999999999999\n", "0", nil), ("retry:  7\n", "0", nil),
  ])
  func notesWhereAnotherConnectionContinues(stream: String, id: String, retry: Int?) throws {
    var parser = EventStreamParser(after: .init(id: "0"), maximumBytes: 1000)

    _ = try Self.parse([Array(stream.utf8)[...]], with: &parser)

    #expect(parser.position == .init(id: id, retry: retry.map { .milliseconds($0) }))
  }

  /// An event of ten bytes is accepted, and one of eleven is not, however it arrives.
  @Test(arguments: ["data:", "", ":", "data:1\ndata:", "data: 1\n: 2\nid: 3\n"])
  func limitsSizeOfEvent(start: String) throws {
    let valid = Array("data:12345\n\n: 12345678\n".utf8)
    let endless = valid + Array(start.utf8) + [UInt8](repeating: 0x78, count: 100)
    for size in [1, 7, endless.count] {
      var parser = EventStreamParser(maximumBytes: 10)
      let chunks = stride(from: 0, to: endless.count, by: size).map {
        endless[$0..<min($0 + size, endless.count)]
      }
      var events: [String] = []
      #expect(throws: CheckFailure.oversizedEvent(limit: 10)) {
        for chunk in chunks { events += try Self.parse([chunk], with: &parser) }
      }
      if size < valid.count { #expect(events == ["message||12345"]) }
    }
  }
}
