import CSQLite
import Glibc
import TestSupport
import Testing

/// State files are untrusted input: a disk, another program or another user may have changed them.
/// Whatever happened to one, a tool that reads it prints what it would print with the intact file
/// or without any, or fails with a message. It never crashes, waits, or prints invalid JSON.
@Suite struct StateFileTests {
  @Test(arguments: StateFile.all) func detectsDamage(file: StateFile) throws {
    let world = try StateFileWorld(file)
    let bytes = try world.sandbox.directory.read(world.path)
    for (name, damaged) in FileDamage.contents(bytes, isDatabase: file.isDatabase) {
      if file.content == .irrelevant { continue }
      let isDetectable = file.content == .sealed || !FileDamage.valueChanges.contains(name)
      try world.check(name, isDetectable: isDetectable) {
        try world.sandbox.directory.write(world.path, damaged)
      }
    }
  }

  @Test(arguments: StateFile.all) func refusesOtherKindsOfFile(file: StateFile) throws {
    let world = try StateFileWorld(file)
    for (name, script) in FileDamage.scripts where !file.mayBe.contains(name) {
      try world.check(name, isDetectable: true) {
        let path = "'\(world.sandbox.directory.path(world.path))'"
        _ = try world.sandbox.shell(script.replacing("FILE", with: path))
      }
    }
  }

  /// SQLite does not enforce types: any column may contain any value. The changed database is
  /// otherwise intact, so that SQLite reports nothing. The checksum of a city database covers the
  /// whole file; `CityStoreTests` forge one.
  @Test(arguments: StateFile.all.filter { $0.isDatabase && $0.name != "city database" })
  func checksTypes(file: StateFile) throws {
    let world = try StateFileWorld(file)
    let path = world.sandbox.directory.path(world.path)
    let columns = try Database(path).rows(
      """
      SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'
      """)
    try #require(columns.count > 4)
    // A checksum detects every change alike. A column may accept only texts or only numbers.
    let values =
      file.content == .sealed ? [FileDamage.values[1], FileDamage.values[3]] : FileDamage.values
    for column in columns {
      for value in values {
        let change = "UPDATE \(column[0]) SET \(column[1]) = \(value)"
        try world.check(change, isDetectable: file.content == .sealed) {
          // Constraints of the table forbid some values.
          _ = try? Database(path).rows(change)
        }
      }
    }
  }
}

/// A sandbox with an intact state file, and what the commands print with and without it.
private struct StateFileWorld {
  let sandbox: Sandbox
  let path: String
  private let file: StateFile
  private let servers: StateFileServers
  private let intact: TemporaryDirectory.Snapshot
  private let accepted: [[[UInt8]]]

  init(_ file: StateFile) throws {
    self.file = file
    sandbox = try Sandbox()
    servers = try StateFileServers()
    // Servers fail a test that sends no request.
    try servers.run(["req", "{url}/a"], in: sandbox, []).expect(exit: 0)
    try servers.run(["req", "{yelp}/"], in: sandbox, [])
    try sandbox.write("cities.json", SampleCities.file)
    if let given = file.given { try sandbox.directory.write(file.path, given) }
    for command in file.preparation { try servers.run(command, in: sandbox, file.stdin) }
    let candidates = sandbox.files.filter { $0.hasPrefix(file.path) && $0.hasSuffix(file.suffix) }
    path = try #require(candidates.first, "\(sandbox.files)")
    let snapshot = try sandbox.directory.snapshot()
    var accepted: [[[UInt8]]] = []
    for command in file.commands {
      let intact = try servers.run(command, in: sandbox, file.stdin).expect(exit: 0)
      try sandbox.directory.restore(snapshot)
      unlink(sandbox.directory.path(path))
      let absent = try servers.run(command, in: sandbox, file.stdin)
      try sandbox.directory.restore(snapshot)
      accepted.append([intact.stdout] + (absent.exit == 0 ? [absent.stdout] : []))
    }
    self.intact = snapshot
    self.accepted = accepted
  }

  /// Damages the file, runs the commands and checks what they print.
  func check(_ name: String, isDetectable: Bool, damage: () throws -> Void) throws {
    for (command, accepted) in zip(file.commands, accepted) {
      try sandbox.directory.restore(intact)
      try damage()
      let result = try servers.run(command, in: sandbox, file.stdin)
      let story: Comment = "\(file.name), \(name)\n\(result.story)"
      #expect(result.ending.signal == nil && !result.timedOut, story)
      #expect([0, 1, 2, 23, 26, 65, 69, 75, 77].contains(result.exit), story)
      // Status 1 without a message: nothing was found.
      #expect(result.exit.map { $0 < 2 } ?? true || !result.messages.isEmpty, story)
      for line in result.stdout.split(separator: UInt8(ascii: "\n")) {
        #expect(throws: Never.self, story) { try StrictJSON(bytes: Array(line)) }
      }
      guard result.exit == 0, isDetectable else { continue }
      let isReported = file.mayWarn && result.messages.contains("warning: ")
      #expect(accepted.contains(result.stdout) || isReported, story)
    }
  }
}

/// The servers of the commands.
private struct StateFileServers {
  private let server: LoopbackServer
  private let yelp: YelpTestServer

  init() throws {
    yelp = try YelpTestServer(dailyLimit: 1_000_000, total: 1)
    server = try LoopbackServer { request in
      switch request.path {
      case "/login": .ok("in", headers: ["Set-Cookie": "sid=s3cret-value; Max-Age=600; Path=/"])
      case "/echo":
        .ok(json: #"["\#(request[header: "cookie"] ?? "")","\#(request[header: "x-a"] ?? "")"]"#)
      case "/busy": .status(503)
      case "/1.png", "/2.png":
        .ok(SampleImage.png(width: 7, height: request.path == "/1.png" ? 5 : 6), type: "image/png")
      default: .ok("a \(request.path)", headers: ["Cache-Control": "max-age=600"])
      }
    }
  }

  /// - Parameters:
  ///   - words: a tool and its arguments, with `{url}` and `{yelp}` for the servers.
  ///   - stdin: lines.
  @discardableResult
  func run(_ words: [String], in sandbox: Sandbox, _ stdin: [String]) throws -> ToolResult {
    func filled(_ word: String) -> String {
      word.replacing("{url}", with: server.url).replacing("{yelp}", with: yelp.baseURL)
    }
    return try Tool(words[0], in: sandbox).run(
      words.dropFirst().map(filled), stdin: stdin.isEmpty ? .empty : .lines(stdin.map(filled)),
      environment: ["YELP_API_KEY": yelp.key, "WIRELINE_NOW": "1800000000"])
  }
}

/// A connection to a database, for changes that no tool makes.
private final class Database {
  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw SystemError("open \(path)") }
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements; returns the rows of the first one.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var tail: UnsafePointer<CChar>?
    let rest: String? = try sql.withCString { text in
      guard sqlite3_prepare_v2(handle, text, -1, &statement, &tail) == SQLITE_OK else {
        throw SystemError("prepare \(sql)")
      }
      return tail.map { String(cString: $0) }
    }
    guard let statement else { return [] }
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
    if let rest, !rest.isEmpty { _ = try self.rows(rest) }
    return rows
  }
}
