import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq

@Suite struct ResponseStreamTests {
  private static let events = "text/event-stream"
  private static let lines = "application/x-ndjson"

  private static func documents(
    _ body: [UInt8], type: String, chunk size: Int, limit: Int? = nil
  ) throws -> (documents: [String], isDone: Bool) {
    var stream = try #require(ResponseStream(type: type, maximumBytes: limit))
    var documents: [String] = []
    for start in stride(from: 0, to: body.count, by: size) {
      try body[start..<min(start + size, body.count)].withUnsafeBytes { bytes in
        try stream.append(bytes) { documents.append($0.plainText) }
      }
    }
    try stream.append(nil) { documents.append($0.plainText) }
    return (documents, stream.isDone)
  }

  @Test(arguments: [
    (events, "data: {\"a\":1}\n\n", [#"{"event":"message","data":{"a":1}}"#]),
    (events, "id: 1\nevent: x\ndata: hi\n\n", [#"{"event":"x","id":"1","data":"hi"}"#]),
    (events, "data: [1,\ndata: 2]\n\n", [#"{"event":"message","data":[1,2]}"#]),
    (
      events, "data: 1e2\n\ndata:\n\n",
      [
        #"{"event":"message","data":1e2}"#, #"{"event":"message","data":""}"#,
      ]
    ),
    (events, "data: 1\n\ndata: [DONE]\n\ndata: 2\n\n", [#"{"event":"message","data":1}"#]),
    (lines, "{\"a\":1}\r\n\n[2]\n3", [#"{"a":1}"#, "[2]", "3"]),
    ("application/json-seq", "\u{1E}{\"a\":1}\n\u{1E}2\n", [#"{"a":1}"#, "2"]),
  ])
  func readsDocuments(type: String, body: String, documents: [String]) throws {
    for size in 1...body.utf8.count {
      let read = try Self.documents(Array(body.utf8), type: type, chunk: size)
      #expect(read.documents == documents)
      #expect(read.isDone == body.contains("[DONE]"))
    }
  }

  @Test(arguments: [
    (
      lines, "{\"a\":1}\n{\n", CheckFailure.invalidLine(2, .init(offset: 1, reason: .unexpectedEnd))
    ),
    (lines, "1\n\"\(String(repeating: "a", count: 20))\"\n", .oversizedEvent(limit: 16)),
    (events, "data: \(String(repeating: "a", count: 20))\n\n", .oversizedEvent(limit: 16)),
  ])
  func failsAtBadEvent(type: String, body: String, failure: CheckFailure) throws {
    for size in 1...body.utf8.count {
      #expect(throws: failure) {
        try Self.documents(Array(body.utf8), type: type, chunk: size, limit: 16)
      }
    }
  }

  @Test(arguments: [events, lines])
  func survivesAnyBytes(type: String) throws {
    let sample = "data: {\"a\":[1,2]}\n\n{\"b\":\"c\"}\ndata: [DONE]\n\n"
    for bytes in SeededGenerator.inputs(like: sample, count: 500) {
      _ = try? Self.documents(bytes, type: type, chunk: 5)
    }
  }

  @Test(arguments: [nil, "application/json", "text/plain", "text/event-stream2"])
  func leavesOtherTypes(type: String?) {
    #expect(ResponseStream(type: type, maximumBytes: nil) == nil)
  }
}
