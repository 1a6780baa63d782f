import TestSupport
import Testing

/// A server fault, with the exit status of a single request and the code of the error record in a
/// stream.
struct FaultCase: Sendable, CustomTestStringConvertible {
  private let name: String
  let script: Script
  let exit: Int32
  let code: String

  init(_ name: String, _ script: Script, _ exit: Int32, _ code: String) {
    self.name = name
    self.script = script
    self.exit = exit
    self.code = code
  }

  var testDescription: String { name }

  /// Sends a single request and a stream to the server, each without retries.
  ///
  /// - Returns: the error record.
  @discardableResult
  func expect(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Record {
    let server = try LoopbackServer(sourceLocation: sourceLocation) { [script] _ in script }
    let options = ["--retry", "0"] + arguments
    let url = server.url("/")

    let single = try Tool("req").run(options + [url])
    let stream = try Tool("req").run(options, stdin: .lines([url]))

    single.expect(exit: exit, sourceLocation: sourceLocation)
      .expect(says: "req: error: ", sourceLocation: sourceLocation)
    stream.expect(exit: 1, sourceLocation: sourceLocation)
    let records = stream.records(as: .response, sourceLocation: sourceLocation)
    #expect(records.map(\.code) == [code], sourceLocation: sourceLocation)
    #expect(records.first?.input == url, sourceLocation: sourceLocation)
    return try #require(records.first, sourceLocation: sourceLocation)
  }
}

extension Script {
  /// A response with these fields, each ending with CR LF, and the bytes after its head.
  static func answer(_ fields: String, _ rest: String = "") -> Script {
    .raw("HTTP/1.1 200 OK\r\n\(fields)\r\n\(rest)")
  }

  /// A response with a chunked body, encoded as given.
  static func chunks(_ text: String) -> Script {
    .answer("Transfer-Encoding: chunked\r\n", text)
  }
}
