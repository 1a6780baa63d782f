import TestSupport
import Testing

/// Commands that users of curl, HTTPie or a geocoder try first and that no other suite runs.
@Suite struct FirstHourTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func helpIsACommandAndSharedOptionsPrecedeCommands() throws {
    let server = try YelpTestServer(expectsNoRequest: true)
    let yelp = try Tool("yelp-query", in: sandbox)

    #expect(try yelp("help", "search").expect(exit: 0).text.contains("--term"))
    try yelp("help", "serch").expect(exit: 2).expect(says: "did you mean \"search\"")
    let record = try yelp(
      "--base-url", server.baseURL, "search", "--term", "x", "--build", "Paris"
    ).expect(exit: 0)
    #expect(record.text.contains("location=Paris"))
  }

  @Test func warnsOfUnquotedPlace() throws {
    let server = try YelpTestServer(expectsNoRequest: true)
    let words = ["search", "--base-url", server.baseURL, "--dry-run", "New", "York"]
    let environment = ["YELP_API_KEY": server.key]

    let seen = try Tool("yelp-query", in: sandbox).run(
      words, stdout: .terminal, environment: environment)
    let piped = try Tool("yelp-query", in: sandbox).run(words, environment: environment)

    #expect(seen.text.contains("quote a place of several words: \"New York\""))
    piped.expect(exit: 0).expectSilence()
  }

  @Test(arguments: [
    (["yelp-query", "search", "--open"], "give --open-now"),
    (["yelp-query", "search", "--near", "1,2"], "--latitude and --longitude"),
    (["yelp-query", "reviews", "--sort=rating"], "give --sort-by"),
    (["cities-find", "--lat", "1"], "give --near LAT,LON"),
    (["cities-sync", "--force"], "give --refresh"),
    (["imgfetch", "--thumbnail", "9"], "give --resize N"),
    (["imgfetch", "-d", "photos"], "give -o DIR"),
    (["imgfetch", "--image_size", "9"], "give --resize N"),
  ])
  func namesTheOptionForAnotherWord(words: [String], hint: String) throws {
    let result = try Tool(words[0], in: sandbox).run(Array(words.dropFirst())).expect(exit: 2)

    result.expect(says: "unknown option", "hint: ", hint)
  }

  @Test(arguments: [
    (["req", "--shard", "auto"], "hint: in a task of a Slurm array, give --shard"),
    (["imgfetch", "--shard=auto/4"], "hint: in a task of a Slurm array, give --shard"),
    (["imgfetch", "--shard", "1/2", "--shard-by", "host-balanced"], "hint: --shard-by host keeps"),
  ])
  func namesTheValueForAnotherWord(words: [String], hint: String) throws {
    let result = try Tool(words[0], in: sandbox).run(Array(words.dropFirst())).expect(exit: 2)

    result.expect(says: "invalid value", hint)
  }

  @Test(arguments: [("req", "--get-it"), ("req", "--sessions"), ("imgfetch", "--body")])
  func suggestsNoOtherOption(tool: String, option: String) throws {
    let result = try Tool(tool, in: sandbox).run([option, "http://127.0.0.1:1/"]).expect(exit: 2)

    for misleading in ["--version", "--cert", "--copy"] {
      #expect(!result.messages.contains("did you mean \"\(misleading)\""))
    }
  }
}
