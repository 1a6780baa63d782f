import TestSupport
import Testing

/// Runs commands from public API documentation with curl and with `req` in its place.
///
/// The test compares the requests, stdout, the files and the exit status, except fields that name
/// the client or its connection, and the spelling of percent-encoding.
@Suite(.needs("curl")) struct CurlCommandTests {
  @Test(arguments: DocumentedCommand.all)
  func behavesLikeCurl(command: DocumentedCommand) throws {
    let server = try LoopbackServer { CurlWorld.response(to: $0) }
    let curl = try CurlWorld(command, "curl", server)
    let req = try CurlWorld(command, "req", server)

    #expect(curl.result.exit == 0, "\(curl.result)")
    #expect(req.requests == curl.requests, "\(req.result)")
    #expect(req.result.text == curl.result.text, "\(req.result)")
    #expect(req.files == curl.files)
    #expect(req.result.exit == curl.result.exit, "\(req.result)")
  }

  /// The rows of the table of curl's options: name, letter, kind, meaning and note.
  private static let table: [String: [String]] = {
    let text = TextFile.read("\(Project.root)/Sources/CTables/curl-options.txt") ?? ""
    let rows = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0) })
  }()

  @Test func tableHasAllOptionsOfCurl() throws {
    let lines = try Sandbox().shell("curl --help all").expect(exit: 0).lines.dropFirst()
    let names = lines.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("--") }?.dropFirst(2)
    }

    #expect(names.count > 200)
    #expect(names.filter { Self.table[String($0)] == nil } == [])
  }

  @Test func manualHasTable() throws {
    try Sandbox().shell("cd '\(Project.root)' && .ci/curl-table --check").expect(exit: 0)
  }

  @Test func tableIsTrue() throws {
    let req = try Tool("req")
    let help = try req("--help").expect(exit: 0).text
    var accepted: [String] = []
    for (name, row) in Self.table {
      switch row[3] {
      case "same" where ["config", "expand-*", "next", "variable"].contains(name): break
      case "same":
        #expect(help.contains(try Regex("--(\\[no-\\])?\(name)(?![a-z0-9-])")), "\(name)")
      case "no":
        // A value is not read as options.
        let words = ["--\(name)"] + (row[2] == "value" ? ["-h"] : [])
        let result = try req.run(words).expect(exit: 2)
        result.expect(says: "--\(name) is not available", row.count > 4 ? row[4] : "")
      default:
        #expect(row[3] == "accepted" || row[3].hasPrefix("--"), "\(name)")
        accepted.append("--\(name)\(row[2] == "value" ? "=1" : "")")
      }
    }
    #expect(accepted.count > 20)
    let words = accepted + ["--no-include", "--no-http0.9", "--keepalive", "--clobber"]
    try req.run(words + ["--dry-run", "http://h/"]).expect(exit: 0)
  }

  @Test func hasManyCommands() { #expect(DocumentedCommand.all.count >= 100) }
}

struct DocumentedCommand: Sendable, CustomTestStringConvertible {
  /// The source and purpose: `Stripe: delete`.
  let name: String
  let script: String

  var testDescription: String { name }

  static let all: [DocumentedCommand] = {
    let path = "\(Project.root)/Tests/Fixtures/curl/commands.txt"
    var blocks: [[Substring]] = [[]]
    for line in (TextFile.read(path) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.isEmpty { blocks.append([]) } else { blocks[blocks.count - 1].append(line) }
    }
    // The first block describes the file.
    return blocks.dropFirst().compactMap { lines in
      guard let first = lines.first, first.hasPrefix("# "), lines.count > 1 else { return nil }
      return DocumentedCommand(
        name: String(first.dropFirst(2)), script: lines.dropFirst().joined(separator: "\n"))
    }
  }()
}

/// A run of a documented command in its own directory.
struct CurlWorld {
  struct Request: Equatable {
    let method: String
    let target: String
    let fields: [String: String]
    let body: String
  }

  let result: ToolResult
  let requests: [Request]
  let files: [String: [UInt8]]

  private static let givenFiles: [String: [UInt8]] = [
    "example.zip": [0x50, 0x4B, 1, 2], "photo.jpg": [0xFF, 0xD8, 0xFF],
    "mydata.jsonl": Array("{\"a\":1}\n{\"b\":2}\n".utf8), "audio.mp3": Array("ID3".utf8),
    "requests": Array("{\"index\":{}}\n{\"a\":1}\n".utf8),
    "payload.json": Array("{\n \"x\": 1\n}\n".utf8), "worker.js": Array("export default 1".utf8),
    "files/cartman.jpg": [0xFF, 0xD8], "dramacat.gif": Array("GIF89a".utf8),
    "ca.crt": Array((TextFile.read("/etc/ssl/certs/ca-certificates.crt") ?? "").utf8),
  ]

  init(_ command: DocumentedCommand, _ tool: String, _ server: LoopbackServer) throws {
    try self.init(command.script, as: tool, server)
  }

  /// - Parameter tool: the program that the word `curl` in the script runs.
  init(
    _ script: String, as tool: String, _ server: LoopbackServer, files texts: [String: String] = [:]
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.directory.makeDirectory("work/files")
    for (name, bytes) in Self.givenFiles { try sandbox.write(name, bytes) }
    for (name, text) in texts { try sandbox.write(name, text) }
    let before = Set(sandbox.files)
    let served = server.requestCount
    result = try sandbox.shell(
      "curl() { command \(tool) \"$@\"; }\n\(script)",
      environment: [
        "H": server.url, "A": "127.0.0.1:\(server.port)", "OPENAI_API_KEY": "sk-x", "APIKEY": "k",
        "DD_API_KEY": "d",
      ])
    requests = server.requests.dropFirst(served).map(Self.comparable)
    files = try sandbox.files.filter { $0.hasPrefix("work/") && !before.contains($0) }
      .reduce(into: [:]) { files, path in
        // The comments of the programs differ.
        if path != "work/cookies.txt" { files[path] = try sandbox.directory.read(path) }
      }
  }

  private static let ignoredFields = [
    "user-agent", "connection", "content-length", "proxy-connection", "expect", "accept-encoding",
  ]

  private static func comparable(_ request: ServedRequest) -> Request {
    var fields: [String: String] = [:]
    for (name, value) in request.headers where !ignoredFields.contains(name.lowercased()) {
      fields[name.lowercased(), default: ""] += value
    }
    var body = String(decoding: request.body, as: UTF8.self)
    if let type = fields["content-type"], let start = type.ranges(of: "boundary=").first {
      let boundary = String(type[start.upperBound...].prefix { $0 != ";" })
      body = body.replacing(boundary, with: "BOUNDARY")
      fields["content-type"] = type.replacing(boundary, with: "BOUNDARY")
    }
    // The response to a challenge contains random numbers.
    if fields["authorization"]?.hasPrefix("Digest ") == true { fields["authorization"] = "Digest" }
    return Request(
      method: request.method, target: ServedRequest.decoded(request.target, isForm: false),
      fields: fields, body: body)
  }

  static func response(to request: ServedRequest) -> Script {
    let isAuthorized = request[header: "authorization"]?.hasPrefix("Digest ") == true
    if request.path == "/digest", !isAuthorized {
      return .status(
        401, "no", headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"abc\", qop=\"auth\""])
    }
    if request.path == "/login" { return .ok("in", headers: ["Set-Cookie": "s=1; Path=/"]) }
    return .ok(json: "{\"path\": \"\(ServedRequest.decoded(request.target, isForm: false))\"}\n")
  }
}
