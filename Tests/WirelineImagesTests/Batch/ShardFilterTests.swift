import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// The filter assigns lines like the parser.
@Suite struct ShardFilterTests {
  private static let requests = ShardFields(urls: ["url"], all: RequestRecord.names)
  private static let images = ShardFields(
    urls: ["image_url", "url"], all: ImageURLReader().names)

  private static func form(
    _ shard: String, _ criterion: ShardCriterion, _ members: ShardFields = requests
  ) throws -> InputForm {
    var form = InputForm()
    BatchPart(shard: try Shard(shard) { _ in nil }, criterion: criterion)
      .apply(to: &form, members, maximumLineBytes: 1000)
    return form
  }

  private static func belongsToOtherShard(_ form: InputForm, _ line: [UInt8], number: Int = 1)
    -> Bool
  {
    line.withUnsafeBytes {
      form.belongsToOtherShard?(
        RawLine(number: number, bytes: $0, isTooLong: false, length: $0.count))
        ?? false
    }
  }

  /// Canonical lines are assigned without parsing.
  @Test(arguments: [
    "http://example.com/a.png", "https://example.com/a/b.png?x=1&y=%20", "http://example.com",
    "http://a.b-c.d1.example/", "https://example.com?q", #"{"url":"http://example.com/a"}"#,
    #"{ "id" : 7, "url" : "http://example.com/a" , "n":-1.50, "t":true, "f":false, "x":null }"#,
    #"{"name":"a b","url":"http://example.com/a","ref":"r","size":0}"#,
  ])
  func assignsCanonicalLines(line: String) throws {
    for criterion in [ShardCriterion.host, .url] {
      if criterion == .url, !line.contains("com/"), !line.contains("example/") { continue }
      let shards = try (1...3).map { try Self.form("\($0)/3", criterion) }
      let foreign = shards.count { Self.belongsToOtherShard($0, Array(line.utf8)) }
      #expect(foreign == 2, "\(line) by \(criterion)")
    }
  }

  /// Lines that may have another host, be another kind of record, or be invalid.
  @Test(arguments: [
    "", " http://example.com/a", "http://Example.com/a", "HTTP://example.com/a", "http://",
    "http://example.com:80/a", "http://u@example.com/a", "http://127.0.0.1/a", "http://[::1]/a",
    "http://example.com/a b", "http://example.com/a#b", "http://éxample.com/", "http://a..b/",
    "http://.a/", "http://example.com./", "http://a_b.com/", "ftp://example.com/", "http:/a/b",
    "http://0x7f.1/", "http://example.com/\u{e9}", "http://example.com/<", "# comment",
    "http://\(String(repeating: "a", count: 64)).com/",
    "http://\(String(repeating: "a.", count: 130))com/",
    "http://example.com/\(String(repeating: "a", count: 1000))",
    #""http://example.com/a""#, "{}", "{", #"{"url":"http://example.com/a"#,
    #"{"url":"http://example.com/a"}x"#, #"{"url":"http://example.com/a",}"#,
    #"{"url":"http://example.com/a"]"#, #"{"url":"http://example.com\/a"}"#,
    #"{"url":"http://example.com/a","error":{}}"#, #"{"url":"http://example.com/a","error":1}"#,
    #"{"url":"http://example.com/a","x":[1]}"#, #"{"url":"http://example.com/a","x":{}}"#,
    #"{"url":"http://example.com/a","x":01}"#, #"{"url":"http://example.com/a","x":1e5}"#,
    #"{"url":"http://example.com/a","x":tru}"#, #"{"url":"http://example.com/a","x":.5}"#,
    #"{"url":"http://example.com/a","x":"é"}"#, #"{"url":"http://example.com/a","x":-}"#,
    #"{"url":"http://example.com/a","url":"http://b.com/a"}"#, #"{"url":null}"#, #"{"x":1}"#,
    #"{"url":"http://example.com/a","query":"x"}"#, #"{"url":"http://example.com/a","retry":"x"}"#,
    #"{"u\u0072l":"http://example.com/a"}"#, #"["http://example.com/a"]"#,
  ])
  func leavesOtherLinesToParser(line: String) throws {
    for criterion in [ShardCriterion.host, .url] {
      for shard in 1...3 {
        let form = try Self.form("\(shard)/3", criterion)
        #expect(!Self.belongsToOtherShard(form, Array(line.utf8)), "\(line) by \(criterion)")
      }
    }
  }

  @Test func assignsByLineNumberWithoutParsing() throws {
    let form = try Self.form("2/3", .line)
    let foreign = (1...6).filter { Self.belongsToOtherShard(form, Array("{".utf8), number: $0) }
    #expect(foreign == [1, 3, 4, 6])
    #expect(!Self.belongsToOtherShard(form, Array("# comment".utf8), number: 1))
    #expect(!Self.belongsToOtherShard(form, Array("  # comment".utf8), number: 1))
    #expect(try Self.form("1/1", .host).belongsToOtherShard == nil)
  }

  /// Random lines of relevant parts, and mutations of them.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func assignsLikeParser(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var decided = 0
    for criterion in [ShardCriterion.host, .url] {
      for (tool, members) in [("req", Self.requests), ("imgfetch", Self.images)] {
        let form = try Self.form("2/3", criterion, members)
        let part = BatchPart(shard: try Shard(index: 2, count: 3), criterion: criterion)
        for number in 0..<3000 {
          var line = Array(Self.line(&random).utf8)
          if number % 3 == 0 { line = random.mutation(of: line) }
          guard !line.contains(0x0A), Self.belongsToOtherShard(form, line, number: number) else {
            continue
          }
          decided += 1
          let url = Self.url(line, tool)
          let text = String(decoding: line, as: UTF8.self)
          #expect(url.map { !part.contains($0, line: number) } == true, "\(tool): \(text)")
        }
      }
    }
    #expect(decided > 200)
  }

  /// The URL that a tool finds in a line; nil if the line is not an item with one.
  private static func url(_ line: [UInt8], _ tool: String) -> RequestURL? {
    let reader = ImageURLReader()
    let names = tool == "req" ? RequestRecord.names : reader.names
    var options = RecordPipe.Options()
    options.form.hasComments = tool == "imgfetch"
    let parser = ItemParser(tool: tool, names: names, options: options, acceptsPlainText: true)
    guard case .item(let item)? = parser.parse(InputLine(number: 1, bytes: line)) else {
      return nil
    }
    if tool == "imgfetch" {
      guard let requests = try? reader.read(item), requests.count == 1 else { return nil }
      return try? requests[0].get().url
    }
    if let object = item.object { return try? RequestRecord(object).specification.url }
    return try? RequestURL(item.text)
  }

  private static func line(_ random: inout SeededGenerator) -> String {
    let scheme = ["http://", "https://", "https://", "HTTP://", "http:/", ""].randomElement(
      using: &random)
    let host = [
      "a.example", "b.example", "c-d.example.com", "A.example", "a.example:80", "u:p@a.example",
      "127.0.0.1", "1.2", "x.0x7", "a..b", "0", "a.example.", "x1", "m\u{fc}nchen.example",
    ].randomElement(using: &random)
    let path = ["/", "", "/a", "/a/../b", "/%41", "?x=1", "/a?b#c", "/ä", "/a b", "/~x;y=[1]"]
      .randomElement(using: &random)
    let url = (scheme ?? "") + (host ?? "") + (path ?? "")
    guard Bool.random(using: &random) else { return url }
    var members = [#""url":"\#(url)""#]
    let others = [
      #""id":1"#, #""ref":"x""#, #""image_url":"http://b.example/z""#, #""image_url":null"#,
      #""image_url":"""#, #""n":-0.5"#, #""n":1e3"#, #""x":[1,"]"]"#, #""x":{"url":"y"}"#,
      #""error":{"code":"dns"}"#, #""error":"x""#, #""method":"PUT""#, #""priority":"odd""#,
      #""latency":"high""#, #""query":{"a":1}"#, #""t":true"#, #""s":"a\"b""#, #""s":"é""#,
      #""url":"http://c.example/""#,
    ]
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      members.insert(
        others.randomElement(using: &random) ?? "",
        at: Int.random(in: 0...members.count, using: &random))
    }
    let space = Bool.random(using: &random) ? " " : ""
    return "{\(space)" + members.joined(separator: ",\(space)") + "\(space)}"
  }
}
